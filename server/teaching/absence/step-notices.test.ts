import { beforeEach, expect, test } from 'vitest'
import { absenceRules } from '#contract/teaching/absence/rules.ts'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { daysFrom } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { runningRule } from '#test/world/absence-rules.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { deliverAll, recordAbsence } from '#test/harness/deliveries.ts'
import { listeningTab } from '#test/harness/listening-tab.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, app, tokenOf, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, supervisor, parent, nile, class4a, class5a, omar, laila } = world

const save = (ruleName: string) =>
  as(manager)(absenceRules.save, { schoolId: nile.id, excuseWithin: 7, rules: [{ ...runningRule(2), ruleName }] })
const absent = (ago: number) =>
  as(manager)(attendance.save, {
    classRoomId: class4a.id,
    date: daysFrom(today, -ago),
    students: [{ studentId: omar.id, state: 'absent' }],
  })
const steps = (state: 'open' | 'withdrawn') => as(manager)(absenceRules.steps, { schoolId: nile.id, state })
const delivered = async (person: { phone: string }) => {
  await deliverAll(connection)
  return (await as(person)(inbox.items, {})).map(({ kind, on, studentId }) => [kind, on, studentId])
}

beforeEach(async () => {
  await deliverAll(connection)
  await sql('delete from inbox_items')
})

test('a step that takes the place of a withdrawn one is one item of the parents', async () => {
  await sql('delete from attendance_marks where school_id = $1', [nile.id])
  await save('غياب متصل')
  for (const ago of [3, 2]) await absent(ago)
  await recordAbsence(connection)
  await deliverAll(connection)
  await sql('delete from inbox_items')

  // Replaces the existing rule by another one in a single save.
  await save('قاعدة أخرى')
  await recordAbsence(connection)
  expect(await steps('withdrawn')).toHaveLength(1)
  expect(await steps('open')).toHaveLength(1)
  expect(await delivered(parent)).toEqual([['absenceStep', true, omar.id]])
  expect(await delivered(supervisor)).toEqual([['stepReached', null, null]])
})

test('the open desk of the school follows a step that was recorded after the register', async () => {
  await sql('delete from attendance_marks where school_id = $1', [nile.id])
  await save('غياب متصل')
  await recordAbsence(connection)
  const desk = await listeningTab(await app.listen({ port: 0 }), await tokenOf(manager), { school: nile.id })
  for (const ago of [3, 2]) await absent(ago)
  await recordAbsence(connection)
  expect(await desk.received(1)).toEqual([{ topic: 'school', id: nile.id, studentId: null, version: 0 }])
  desk.leave()
})

test('steps of students in two classes are one item of the supervisor of both', async () => {
  await sql('update class_rooms set supervisor_id = $2 where id = $1', [class5a.id, supervisor.id])
  await sql(`insert into outbox (event, school_id, payload) values ('absence steps', $1, $2)`, [
    nile.id,
    JSON.stringify({ steps: [omar, laila].map(({ id }) => ({ studentId: id, stepId: newId(), reached: true })) }),
  ])
  expect(await delivered(supervisor)).toEqual([['stepReached', null, null]])
  expect(await delivered(parent)).toHaveLength(2)
})

test('the step says which parents were told of it, how, and when they read it; parents read it of themselves nowhere', async () => {
  await sql('delete from attendance_marks where school_id = $1', [nile.id])
  await sql('delete from absence_steps where school_id = $1', [nile.id])
  await save('غياب متصل')
  for (const ago of [3, 2]) await absent(ago)
  await recordAbsence(connection)
  await deliverAll(connection)
  const personName = `${parent.firstName} ${parent.middleName} ${parent.lastName}`
  const told = async () =>
    (await steps('open'))[0]!.notices
      .filter((notice) => notice.personName === personName)
      .map(({ at: _, ...notice }) => notice)
  expect(await told()).toEqual([{ personName, way: 'inbox', readAt: null }])
  const [item] = await as(parent)(inbox.items, {})
  await as(parent)(inbox.markRead, { ids: [item!.id] })
  expect(await told()).toEqual([{ personName, way: 'inbox', readAt: expect.any(String) }])
  const [ofChild] = (await as(manager)(absenceRules.student, { studentId: omar.id })).steps
  expect(ofChild!.notices.map(({ personName: name }) => name)).toContain(personName)
  const [ofParent] = (await as(parent)(absenceRules.student, { studentId: omar.id })).steps
  expect(ofParent!.notices).toEqual([])
})
