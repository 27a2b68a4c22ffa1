import { expect, test } from 'vitest'
import {
  changedSince,
  corrections,
  type Draft,
  draftOf,
  draftOnItsWay,
  everybodyOn,
  excusedIn,
  linesAbout,
  type RegisterLine,
  type RegisterStudent,
  type AttendanceMark,
  registerOf,
  tapped,
  turned,
  written,
} from './register.ts'

const present: RegisterLine = { state: 'present', minutesLate: null, note: null }
const late: RegisterLine = { state: 'late', minutesLate: 10, note: null }
const sick: RegisterLine = { state: 'absent', minutesLate: null, note: 'sick' }

const draftWith = (line: RegisterLine): Draft => ({ baseVersion: 1, lines: new Map([['nour', line]]) })

const student = (id: string) => ({ id }) as RegisterStudent

/** The line after each of a number of taps. */
function linesOf(draft: Draft, taps: number) {
  const lines: RegisterLine[] = []
  for (let tap = 0; tap < taps; tap++) {
    draft = tapped(draft, 'nour', draft.lines.get('nour'))
    lines.push(draft.lines.get('nour')!)
  }
  return lines
}

test('everybody in the roll is present, but who is excused and whom another class recorded', () => {
  const excused = { ...student('salma'), isExcused: true }
  const moved = { ...student('bassam'), markedIn: { classRoomName: '4أ', state: 'absent' as const } }
  const roll = [student('nour'), excused, moved]
  const atHome: RegisterLine = { state: 'excused', minutesLate: null, note: null }
  expect([...draftOf(roll, []).lines]).toEqual([
    ['nour', present],
    ['salma', atHome],
  ])
  expect(everybodyOn(roll, []).map(({ id }) => id)).toEqual(['nour', 'salma', 'bassam'])
})

test('an excuse that is accepted while a register is begun excuses everybody who was not tapped', () => {
  const roll = ['nour', 'salma'].map(student)
  const begun = tapped(tapped(draftOf(roll, []), 'nour', present), 'nour', { ...present, state: 'absent' })
  const now = excusedIn(
    begun,
    roll.map((one) => ({ ...one, isExcused: true })),
  )
  expect([...now.lines].map(([id, { state }]) => [id, state])).toEqual([
    ['nour', 'late'],
    ['salma', 'excused'],
  ])
  expect(tapped(now, 'salma', now.lines.get('salma')).lines.get('salma')?.state).toBe('present')
})

test('they come last who have a mark of the register and have left the class since', () => {
  const marks = [{ studentId: 'nour' }, { studentId: 'salma', studentName: 'Salma' }] as AttendanceMark[]
  expect(everybodyOn(['bassam', 'nour'].map(student), marks).map(({ id }) => id)).toEqual(['bassam', 'nour', 'salma'])
})

test('a register is confirmed without those who left the roll since it was begun', () => {
  const draft = tapped(draftWith(late), 'omar', present)
  const register = registerOf('class', '2026-11-22', linesAbout([{ id: 'nour', name: 'Nour', imageUrl: null }], draft))
  expect(register.students).toEqual([{ studentId: 'nour', ...late }])
})

test('a round of taps hides the minutes where they do not fit, and brings them back', () => {
  expect(linesOf(draftWith(late), 4)).toEqual([
    { state: 'excused', minutesLate: null, note: null },
    present,
    { state: 'absent', minutesLate: null, note: null },
    late,
  ])
})

test('a reason stays while a student is absent or excused', () => {
  expect(linesOf(draftWith(sick), 4)).toEqual([
    { state: 'late', minutesLate: null, note: null },
    { state: 'excused', minutesLate: null, note: 'sick' },
    present,
    sick,
  ])
})

test('turning a student to the state of before changes nothing', () => {
  const stored: RegisterLine = { state: 'late', minutesLate: 5, note: 'the bus' }
  expect(turned(draftWith(stored), 'nour', stored, 'late').lines.get('nour')).toEqual(stored)
  expect(linesOf(draftWith(stored), 4).at(-1)).toEqual(stored)
})

test('the details of a mark are confirmed, and stand in the register that is being sent', () => {
  const draft = written(draftWith(present), 'nour', late)
  const register = registerOf('class', '2026-11-22', draft)
  expect(register.students).toEqual([{ studentId: 'nour', ...late }])
  expect(draftOnItsWay(register).lines).toEqual(draft.lines)
})

test('details come back after other states', () => {
  let draft = written(written(draftWith(present), 'nour', late), 'nour', sick)
  draft = turned(draft, 'nour', draft.lines.get('nour'), 'late')
  expect(draft.lines.get('nour')).toEqual(late)
  expect(turned(draft, 'nour', late, 'excused').lines.get('nour')).toEqual({ ...sick, state: 'excused' })
})

test('a correction of nothing but minutes is a correction', () => {
  const mark = { studentId: 'nour', ...late } as AttendanceMark
  expect(corrections(draftWith(late), [mark]).lines.size).toBe(0)
  expect(corrections(draftWith({ ...late, minutesLate: 15 }), [mark]).lines.size).toBe(1)
})

test('of taps after a register was sent only those remain that it does not say, as corrections of what is stored', () => {
  const sent = draftWith(late)
  const register = registerOf('class', '2026-10-05', sent)
  expect(changedSince(register, sent, 2)).toBeNull()
  const more = tapped(tapped(sent, 'omar', present), 'nour', late)
  expect(changedSince(register, tapped(sent, 'omar', present), 2)).toMatchObject({
    baseVersion: 2,
    lines: new Map([['omar', { state: 'absent', minutesLate: null, note: null }]]),
  })
  expect([...changedSince(register, more, 2)!.lines.keys()]).toEqual(['nour', 'omar'])
})
