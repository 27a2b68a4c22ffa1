import { expect, test } from 'vitest'
import { calendar } from '#contract/school/calendar/calendar.ts'
import { calendarSettings } from '#contract/school/calendar/calendar-settings.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { sqlIn } from '#test/harness/database.ts'
import { refused } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { manager, nile } = world
const schoolId = nile.id

const year = () => as(manager)(calendar.year, { schoolId })
for (const table of ['calendar_days', 'terms', 'hours_sets'])
  await sqlIn(connection)(`delete from ${table} where school_id = $1`, [schoolId])

test('a calendar may be without terms', async () => {
  await as(manager)(calendarSettings.terms, { schoolId, yearId: (await year()).yearId!, terms: [] })
  expect((await year()).terms).toEqual([])
})

test('terms and sets of hours that are listed no more go, and the others stay', async () => {
  const { yearId, firstDay, lastDay } = await year()
  const saveTerms = (...terms: { id?: string; name: string; startDate: string; endDate: string }[]) =>
    as(manager)(calendarSettings.terms, { schoolId, yearId: yearId!, terms })
  await saveTerms(
    { name: 'الأول', startDate: firstDay, endDate: firstDay },
    { name: 'الثاني', startDate: lastDay, endDate: lastDay },
  )
  const [first] = (await year()).terms
  await saveTerms({ ...first!, name: 'الفصل الأول' })
  expect((await year()).terms).toMatchObject([{ id: first!.id, name: 'الفصل الأول' }])

  const periods = [{ name: 'الحصة الأولى', starts: '08:00', minutes: 45 }]
  const saveHours = (...sets: { id?: string; name: string }[]) =>
    as(manager)(calendarSettings.hours, { schoolId, sets: sets.map((set) => ({ ...set, periods })) })
  await saveHours({ name: 'عادي' }, { name: 'رمضان' })
  const [ordinary] = (await year()).hours
  await saveHours({ id: ordinary!.id, name: 'صيفي' })
  expect((await year()).hours).toMatchObject([{ id: ordinary!.id, name: 'صيفي' }])
})

test('hours that a day of the calendar names stay, until the day is removed; other days keep theirs', async () => {
  const periods = [{ name: 'الحصة الأولى', starts: '08:00', minutes: 45 }]
  const saveHours = (...sets: { id?: string; name: string }[]) =>
    as(manager)(calendarSettings.hours, { schoolId, sets: sets.map((set) => ({ ...set, periods })) })
  await saveHours({ name: 'عادي' }, { name: 'رمضان' })
  const { hours, firstDay } = await year()
  const [ordinary, ofRamadan] = hours
  const dayOf = (hoursSetId: string) => ({
    kind: 'otherHours' as const,
    name: 'مواعيد',
    fromDay: firstDay,
    toDay: firstDay,
    hoursSetId,
  })
  const { ids } = await as(manager)(calendar.saveDays, {
    schoolId,
    items: [dayOf(ordinary!.id), dayOf(ofRamadan!.id), dayOf(ordinary!.id)],
  })
  const inUse = refused(409, 'These hours are still used by days of the calendar')
  await expect(saveHours(ordinary!)).rejects.toMatchObject(inUse)

  await as(manager)(calendar.removeDays, { schoolId, dayIds: ids.slice(0, 2) })
  await saveHours(ordinary!)
  const kept = await sqlIn(connection)('select id, hours_set_id from calendar_days where school_id = $1', [schoolId])
  expect(new Map(kept.map(({ id, hours_set_id }) => [id, hours_set_id]))).toEqual(
    new Map([
      [ids[0], ordinary!.id],
      [ids[1], null],
      [ids[2], ordinary!.id],
    ]),
  )
})

test('a term that is refused is named by its place among those that were sent', async () => {
  const { yearId, firstDay } = await year()
  const term = (from: number, until: number) => ({
    name: `${from}`,
    startDate: daysFrom(firstDay, from),
    endDate: daysFrom(firstDay, until),
  })
  for (const [sentence, place, terms] of [
    ['Invalid date', 'terms[1].endDate', [term(30, 40), term(5, 1)]],
    ['Two terms overlap', 'terms[0].startDate', [term(10, 20), term(0, 12), term(30, 40)]],
  ] as const)
    await expect(
      as(manager)(calendarSettings.terms, { schoolId, yearId: yearId!, terms: [...terms] }),
    ).rejects.toMatchObject({ ...refused(400, sentence), errors: { [place]: [sentence] } })
})
