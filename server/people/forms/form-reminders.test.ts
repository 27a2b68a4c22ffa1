import { beforeEach, expect, test } from 'vitest'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { forms } from '#contract/people/forms/forms.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'
import { remindOfForms } from './reminders.queries.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, supervisor, parent, mother, classmatesParent, otherManager, nile, omar, laila, classmate } = world

type Person = typeof parent
const until = daysFrom(today, 7)
const form = { schoolId: nile.id, formKind: 'consent' as const, title: 'صور الأنشطة', body: 'ننشر صور الأنشطة.' }
const add = (more: object = {}) => as(manager)(forms.save, { ...form, classRoomIds: [], untilDay: until, ...more })
const remind = (formId: string, person: Person = manager) => as(person)(forms.remind, { schoolId: nile.id, formId })
const answer = (formId: string, studentId = omar.id, person: Person = parent) =>
  as(person)(forms.answer, { studentId, formId, textVersion: 1, agrees: true })

const reminders = async (person: Person) => {
  await deliverAll(connection)
  const items = await as(person)(inbox.items, {})
  return items
    .filter(({ kind }) => kind === 'formWaits')
    .map(({ studentId, date, link }) => [studentId, date, link.to])
    .toSorted(([a], [b]) => String(a).localeCompare(String(b)))
}

beforeEach(async () => {
  for (const table of ['form_answers', 'form_texts', 'forms', 'inbox_items']) await sql(`delete from ${table}`)
})

test('the parents who have not answered are reminded in one press, until they answer, and once a day', async () => {
  const { id, unanswered, canRemind } = await add()
  expect(canRemind).toBe(true)
  await answer(id, classmate.id, classmatesParent)
  expect(await remind(id)).toMatchObject({ unanswered: unanswered - 1, canRemind: false, version: 1 })
  const both = [omar.id, laila.id].toSorted().map((studentId) => [studentId, until, 'child'])
  expect(await reminders(parent)).toEqual(both)
  expect(await reminders(mother)).toContainEqual([omar.id, until, 'child'])
  expect(await reminders(classmatesParent)).toEqual([])
  await expect(remind(id)).rejects.toMatchObject(refused(409, 'Parents were reminded of this form today'))
  await answer(id)
  expect(await reminders(parent)).toEqual([[laila.id, until, 'child']])
  await as(manager)(forms.close, { schoolId: nile.id, formId: id, closed: true })
  expect(await reminders(parent)).toEqual([])
  await as(manager)(forms.close, { schoolId: nile.id, formId: id, closed: false })
  await sql(`update forms set reminded_at = reminded_at - interval '1 day'`)
  expect(await remind(id)).toMatchObject({ canRemind: false })
})

test('nobody is reminded of a form that is closed or that everybody answered, nor by a stranger', async () => {
  const { id } = await add()
  for (const person of [supervisor, parent]) await expect(remind(id, person)).rejects.toMatchObject(notAllowed)
  await expect(remind(id, otherManager)).rejects.toMatchObject(notFound)
  await sql('update forms set until_day = $1', [daysFrom(today, -1)])
  await expect(remind(id)).rejects.toMatchObject(refused(409, 'This form is closed'))
  await sql(`update forms set until_day = null, class_room_ids = array[gen_random_uuid()]`)
  await expect(remind(id)).rejects.toMatchObject(refused(409, 'Nobody is left to be reminded'))
  expect(await reminders(parent)).toEqual([])
})

test('the server reminds once by itself, in the afternoon two days before the last day', async () => {
  const { id } = await add()
  const at = (days: number, time: string) => remindOfForms(connection, new Date(`${daysFrom(until, days)}T${time}:00Z`))
  expect(await at(-3, '18:00')).toBe(0)
  expect(await at(-2, '11:00')).toBe(0)
  expect(await at(-2, '16:00')).toBe(1)
  expect(await at(-2, '17:00')).toBe(0)
  expect(await at(-1, '16:00')).toBe(0)
  expect(await reminders(parent)).toContainEqual([omar.id, until, 'child'])
  // Where no server ran on that day, the next one is used; the last day itself is too late.
  await sql('update forms set reminded_at = null')
  expect(await at(0, '16:00')).toBe(0)
  expect(await at(-1, '16:00')).toBe(1)
  // A reminder by hand on that day stands for its own.
  await sql('update forms set reminded_at = $1', [`${daysFrom(until, -2)}T08:00:00Z`])
  expect(await at(-2, '16:00')).toBe(0)
  await sql('update forms set reminded_at = null, closed_at = now() where id = $1', [id])
  expect(await at(-2, '16:00')).toBe(0)
})
