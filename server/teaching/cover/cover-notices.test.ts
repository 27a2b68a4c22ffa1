import { expect, test } from 'vitest'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { home } from '#contract/overviews/home/home.ts'
import { cover } from '#contract/teaching/cover/cover.ts'
import { coverFigures } from '#contract/teaching/cover/cover-figures.ts'
import { ownCovers } from '#contract/teaching/cover/own-covers.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { publishWeek } from '#test/harness/covering.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const day = '2026-11-15'
let moment = Date.parse(`${day}T07:30:00+02:00`)
const { as, connection } = await testApp({ clock: { now: () => new Date(moment) } })
const { manager, teacher, arabicTeacher, scienceTeacher, deltaTeacher, nile } = world
const { sql } = tracesIn(connection)
const schoolId = nile.id
const [room] = await sql<{ id: string }>(
  `insert into rooms (school_id, id, name, kind) values ($1, gen_random_uuid(), '12', 'classroom') returning id`,
  [schoolId],
)
await publishWeek(as, day, [room!.id])

const noticesOf = async (person: { phone: string }) => {
  await deliverAll(connection)
  return (await as(person)(inbox.items, {}))
    .filter(({ kind }) => kind === 'coverGiven' || kind === 'coverToDecide')
    .map(({ kind, on, date, covers, link }) => ({ kind, on, date, covers, to: link.to }))
}
const tell = () =>
  as(manager)(cover.tell, { schoolId, teacherId: teacher.id, absenceKind: 'illness', fromDay: day, numbers: [2] })
const giveTo = async (teacherId: string) => {
  const { hash, lessons } = await as(manager)(cover.propose, { schoolId, day })
  await as(manager)(cover.assign, {
    schoolId,
    day,
    hash,
    covers: lessons.map(({ lessonId }) => ({ lessonId, way: 'cover' as const, teacherId, reason: 'يعرف الفصل' })),
  })
}

test('who covers is notified at once and sees it among the lessons of the day, until it is undone', async () => {
  await tell()
  await giveTo(scienceTeacher.id)
  const lesson = { number: 2, classNames: ['فصل 4ب'], absentName: 'منى سعيد الحلواني', roomNames: ['12'] }
  expect(await noticesOf(scienceTeacher)).toEqual([
    { kind: 'coverGiven', on: true, date: day, covers: [lesson], to: 'cover' },
  ])
  const { lessons } = await as(scienceTeacher)(home.school, { schoolId })
  expect(lessons.filter(({ cover: one }) => one).map(({ number, cover: one }) => [number, one!.absentName])).toEqual([
    [2, 'منى سعيد الحلواني'],
  ])
  await as(manager)(cover.undo, { schoolId, day })
  expect(await noticesOf(scienceTeacher)).toEqual([])
  expect((await as(scienceTeacher)(home.school, { schoolId })).lessons.some(({ cover: one }) => one)).toBe(false)
})

test('the people with ManageCover are notified of what waits for them, until it is settled', async () => {
  const told = await as(arabicTeacher)(ownCovers.tellOwn, { schoolId, absenceKind: 'leave', fromDay: daysFrom(day, 1) })
  const waiting = { kind: 'coverToDecide', on: null, date: null, covers: null, to: 'cover' }
  expect(await noticesOf(manager)).toEqual([waiting])
  await as(manager)(cover.removeAbsence, { schoolId, absenceId: told.id, removed: true })
  expect(await noticesOf(manager)).toEqual([])
  await giveTo(scienceTeacher.id)
  const [own] = (await as(scienceTeacher)(ownCovers.get, { schoolId })).covers
  await as(scienceTeacher)(ownCovers.decline, { schoolId, coverId: own!.id, answer: 'عندي اجتماع' })
  expect(await noticesOf(manager)).toEqual([waiting])
  await giveTo(world.idleTeacher.id)
  expect(await noticesOf(manager)).toEqual([])
})

test('counts say what everybody gave and took, and the list whether it was within the load', async () => {
  moment = Date.parse(`${day}T10:30:00+02:00`)
  const counts = await as(manager)(coverFigures.counts, { schoolId, day })
  const of = (person: { id: string }) => counts.find(({ teacherId }) => teacherId === person.id)
  expect(of(teacher)).toMatchObject({ weekLoad: 10, takenMonth: 1, givenMonth: 0, coversOwed: 1, coversDue: 0 })
  expect(of(world.idleTeacher)).toMatchObject({ weekLoad: 0, givenMonth: 1, givenYear: 1, coversOwed: 0, coversDue: 1 })
  expect(of(scienceTeacher)).toMatchObject({ givenYear: 0, coversDeclined: 1 })
  expect(await as(manager)(coverFigures.counts, { schoolId, day, search: 'لطفى' })).toHaveLength(1)
  const rules = { schoolId, aDay: 2, inRow: 5, fullLoad: 24, consent: false }
  const list = async () =>
    (await as(manager)(coverFigures.list, { schoolId, dateFrom: day, dateTo: day })).map(
      ({ coveringName, withinLoad, reason }) => [coveringName, withinLoad, reason],
    )
  expect(await list()).toEqual([['شريف لطفي البحيري', true, 'يعرف الفصل']])
  const own = { teacherId: world.idleTeacher.id, exempt: false, standby: [{ weekday: 'Sunday', number: 3 }] }
  const stored = await as(manager)(coverFigures.saveRules, { ...rules, teachers: [own], baseVersion: 0 })
  expect(stored.teachers.find(({ teacherId }) => teacherId === own.teacherId)).toMatchObject({
    fullLoad: null,
    standby: own.standby,
  })
  await expect(as(manager)(coverFigures.saveRules, { ...rules, teachers: [], baseVersion: 0 })).rejects.toMatchObject({
    status: 409,
  })
  for (const [teachers, refusal] of [
    [[own, own], refused(400, 'A teacher is listed twice')],
    [[{ ...own, teacherId: deltaTeacher.id }], notFound],
  ] as const)
    await expect(as(manager)(coverFigures.saveRules, { ...rules, teachers: [...teachers] })).rejects.toMatchObject(
      refusal,
    )
  expect(await as(manager)(coverFigures.rules, { schoolId })).toEqual(stored)
})
