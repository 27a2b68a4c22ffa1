import { beforeEach, expect, test, vi } from 'vitest'
import { attendance, type AttendanceState } from '#contract/teaching/attendance/attendance.ts'
import { batches } from '#server/db/batch.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { allStudents } from '#test/world/students.ts'
import { world } from '#test/world/world.ts'
import { sqlIn } from '#test/harness/database.ts'

const { as, wire, connection, tokenOf } = await testApp()
const { supervisor, teacher, class4a } = world

const sql = sqlIn(connection)

const date = today
const everybody = allStudents.filter(({ classRoomId, active }) => classRoomId === class4a.id && active)
const states = ['present', 'absent', 'late', 'excused'] as const satisfies readonly AttendanceState[]

/** A whole sheet. The note shows which of several saves wrote it. */
const sheet = (note: string, state: AttendanceState) => ({
  classRoomId: class4a.id,
  date,
  students: everybody.map(({ id }) => ({ studentId: id, state, note })),
})
const stored = () =>
  sql('select note, state, supervisor_id from attendance_marks where class_room_id = $1 and date = $2', [
    class4a.id,
    date,
  ])

beforeEach(() =>
  sql(`delete from attendance_marks where date = '${date}'; delete from attendance_sheets where date = '${date}'`),
)

test('fifty savings of one sheet at once leave one whole sheet and no mark twice', async () => {
  await Promise.all([tokenOf(teacher), tokenOf(supervisor)])
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, (_, n) =>
      as(n % 2 ? teacher : supervisor)(attendance.save, sheet(`saving ${n}`, states[n % 4]!)),
    ),
  )
  const saved = outcomes.filter((outcome) => outcome.status === 'fulfilled')
  // A call that would wait too long is refused with 503 and stores nothing.
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 503 })
  expect(saved.length).toBeGreaterThan(0)

  const marks = await stored()
  expect(marks).toHaveLength(everybody.length)
  const [{ note, state, supervisor_id }] = marks
  expect(new Set(marks.map((mark) => JSON.stringify(mark))).size).toBe(1)
  const n = Number(note.split(' ')[1])
  expect({ state, supervisor_id }).toEqual({ state: states[n % 4], supervisor_id: (n % 2 ? teacher : supervisor).id })

  const versions = saved.map(({ value }) => value.version).toSorted((a, b) => a - b)
  expect(versions).toEqual(versions.map((_, position) => position + 1))
})

test('of two supervisors who start from the same sheet one is refused with the changes of the other', async () => {
  const outcomes = await Promise.allSettled(
    [teacher, supervisor].map((person) =>
      as(person)(attendance.save, { ...sheet(person.id, 'present'), baseVersion: 0 }),
    ),
  )
  const [won] = outcomes.flatMap((outcome, n) => (outcome.status === 'fulfilled' ? [n] : []))
  const lost = outcomes.find((outcome) => outcome.status === 'rejected')!
  const winner = [teacher, supervisor][won!]!
  expect(lost.reason).toMatchObject({ status: 409, message: 'Someone else has changed this sheet' })
  expect(lost.reason.current).toHaveLength(everybody.length)
  expect(new Set((await stored()).map((mark) => mark.note))).toEqual(new Set([winner.id]))
})

test('a saving sent again by a phone that was offline happens once and is answered the same', async () => {
  const clientOperationId = newId()
  const first = await as(teacher)(attendance.save, { ...sheet('first', 'present'), clientOperationId })
  await as(supervisor)(attendance.save, sheet('between', 'absent'))
  expect(await as(teacher)(attendance.save, { ...sheet('first', 'present'), clientOperationId })).toEqual(first)
  expect(new Set((await stored()).map((mark) => mark.note))).toEqual(new Set(['between']))
  expect(await as(supervisor)(attendance.save, { ...sheet('another', 'late'), clientOperationId })).toMatchObject({
    version: 3,
  })
})

test('a saving sent eight times at once happens once, and all are answered the same', async () => {
  const clientOperationId = newId()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => as(teacher)(attendance.save, { ...sheet('once', 'present'), clientOperationId })),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]).toMatchObject({ version: 1, saved: everybody.length })
})

test('a saving sent with one id in its header and its body is kept once, and known by either', async () => {
  const clientOperationId = newId()
  const saving = { ...sheet('first', 'present'), clientOperationId }
  const first = await as(teacher)(attendance.save, saving, { key: clientOperationId })
  expect(await as(teacher)(attendance.save, saving)).toEqual(first)
  expect(await as(teacher)(attendance.save, saving, { key: clientOperationId })).toEqual(first)
  expect(await sql('select is_of_client from idempotency_keys where key = $1', [clientOperationId])).toEqual([
    { is_of_client: true },
  ])
})

test('a saving made offline answers its first result whatever comes with its id', async () => {
  const clientOperationId = newId()
  const first = await as(teacher)(attendance.save, { ...sheet('first', 'present'), clientOperationId })
  expect(await as(teacher)(attendance.save, { ...sheet('other', 'absent'), clientOperationId })).toEqual(first)
})

test('an operation refused does not use its id up', async () => {
  const clientOperationId = newId()
  const wrong = {
    ...sheet('x', 'present'),
    students: [{ studentId: newId(), state: 'present' as const }],
    clientOperationId,
  }
  await expect(as(teacher)(attendance.save, wrong)).rejects.toMatchObject({ status: 400 })
  expect(await as(teacher)(attendance.save, { ...sheet('x', 'present'), clientOperationId })).toMatchObject({
    version: 1,
  })
})

test('the marks of a class are written in one statement, however many there are', async () => {
  const statementsFor = async (students: object[]) => {
    const queries = vi.spyOn(batches, 'ask')
    const answer = await wire(
      'Attendance/SaveAttendance',
      { classRoomId: class4a.id, date, studentsAttenndaceList: students },
      { as: teacher },
    )
    const statements = queries.mock.calls.map(([{ text }]) => text)
    queries.mockRestore()
    expect(answer.json()).toMatchObject({ saved: students.length })
    return statements
  }
  const one = [{ studentId: everybody[0]!.id, state: 'present' }]
  // The first save of the day is not counted, because it is signalled to more people.
  await statementsFor(one)
  const forOne = await statementsFor(one)
  const forAll = await statementsFor(everybody.map(({ id }) => ({ studentId: id, state: 'present' })))
  expect(forAll).toHaveLength(forOne.length)
  expect(forAll.filter((statement) => statement.includes('insert into attendance_marks'))).toHaveLength(1)
})
