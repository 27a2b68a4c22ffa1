import { expect, test } from 'vitest'
import {
  changedSince,
  corrections,
  type Draft,
  draftOf,
  draftOnItsWay,
  everybodyOn,
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

test('of a past day they are present who were in the class then, and nobody is who came later', () => {
  const roll = [student('nour'), student('omar')]
  expect([...draftOf(roll, [], [student('nour')]).lines]).toEqual([['nour', present]])
  expect([...draftOf(roll, []).lines.keys()]).toEqual(['nour', 'omar'])
})

test('of a day before the class came to the product everybody is present', () => {
  expect([...draftOf([student('nour'), student('omar')], [], []).lines.keys()]).toEqual(['nour', 'omar'])
})

test('of a past day they are shown and present too who were in the class then and are no more', () => {
  const roll = [student('nour'), student('omar')]
  const there = [student('nour'), student('bassam')]
  expect(everybodyOn(roll, [], there).map(({ id }) => id)).toEqual(['nour', 'omar', 'bassam'])
  expect([...draftOf(roll, [], there).lines.keys()]).toEqual(['nour', 'bassam'])
})

test('of a register that was taken they come last who were in the class then, so that nobody moves when they are known', () => {
  const marks = [{ studentId: 'nour' }, { studentId: 'salma', studentName: 'Salma' }] as AttendanceMark[]
  const there = [student('bassam'), student('salma')]
  expect(everybodyOn([student('nour')], marks, there).map(({ id }) => id)).toEqual(['nour', 'salma', 'bassam'])
})

test('a register is confirmed without those who left the roll since it was begun', () => {
  const draft = tapped(draftWith(late), 'omar', present)
  const register = registerOf('class', '2026-11-22', linesAbout([{ id: 'nour' }], draft))
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
