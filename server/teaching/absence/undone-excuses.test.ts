import { beforeEach, expect, test } from 'vitest'
import { desk } from '#contract/teaching/absence/desk.ts'
import { excuses } from '#contract/teaching/absence/excuses.ts'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, supervisor, parent, otherManager, nile, class4a, omar } = world
const yesterday = daysFrom(today, -1)

const ask = (fromDay = today, toDay = fromDay) =>
  as(parent)(excuses.ask, { studentId: omar.id, fromDay, toDay, excuseKind: 'illness' })
const decide = (excuseId: string, accept = true) =>
  as(manager)(excuses.decide, { studentId: omar.id, excuseId, accept, ...(!accept && { reason: 'بلا سبب' }) })
const undo = (excuseId: string, person = manager) => as(person)(excuses.undo, { studentId: omar.id, excuseId })
const mark = (date: string, state: 'present' | 'absent' | 'excused') =>
  as(supervisor)(attendance.save, { classRoomId: class4a.id, date, students: [{ studentId: omar.id, state }] })
const stateOn = async (date: string) =>
  (await as(manager)(attendance.list, { studentId: omar.id, dateFrom: date, dateTo: date }))[0]?.state
const listed = async (decided: boolean) =>
  (await as(manager)(excuses.waiting, { schoolId: nile.id, decided })).map(({ id }) => id)

beforeEach(() => sql('delete from excuses'))

test('a decided excuse is found with who decided and when, on its list and on the desk of the day', async () => {
  await mark(today, 'absent')
  const { id } = await ask()
  expect([await listed(false), await listed(true)]).toEqual([[id], []])
  const { decidedByName, decidedAt } = await decide(id)
  expect(decidedByName).not.toBeNull()
  expect([await listed(false), await listed(true)]).toEqual([[], [id]])
  const { students } = await as(manager)(desk.get, { schoolId: nile.id })
  expect(students.find(({ studentId }) => studentId === omar.id)?.excuse).toMatchObject({
    accepted: true,
    decidedByName,
    decidedAt,
  })
})

test('an undone decision lets the excuse wait again, and its days are absences again', async () => {
  await mark(yesterday, 'excused')
  await mark(today, 'absent')
  const { id } = await ask(yesterday, today)
  await decide(id)
  expect([await stateOn(yesterday), await stateOn(today)]).toEqual(['excused', 'excused'])
  expect(await undo(id)).toMatchObject({ accepted: null, decidedByName: null, decidedAt: null, absentDays: 1 })
  expect([await stateOn(yesterday), await stateOn(today)]).toEqual(['excused', 'absent'])
  expect([await listed(false), await listed(true)]).toEqual([[id], []])
  await decide(id, false)
  expect(await undo(id)).toMatchObject({ accepted: null, reason: null })
})

test('what nobody decided cannot be undone, nor can an excuse of another school', async () => {
  const { id } = await ask()
  await expect(undo(id)).rejects.toMatchObject(refused(409, 'This excuse waits for a decision'))
  await expect(undo(id, otherManager)).rejects.toMatchObject(notFound)
})
