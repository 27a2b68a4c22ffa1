import { beforeEach, expect, test } from 'vitest'
import { calendar } from '#contract/school/calendar/calendar.ts'
import { calendarPresets } from '#contract/school/calendar/calendar-presets.ts'
import { calendarSettings } from '#contract/school/calendar/calendar-settings.ts'
import { testApp } from '#test/harness/app.ts'
import { notAllowed, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, teacher, nile, class4a } = world
const schoolId = nile.id

const presets = () => as(manager)(calendarPresets.list, { schoolId })
const [{ id: yearId }] = await sql(`select id from school_years where school_id = $1 and active`, [schoolId])

beforeEach(async () => {
  await sql('update school_year_months set start_date = null, end_date = null where school_year_id = $1', [yearId])
  for (const table of ['calendar_days', 'terms', 'school_week', 'calendar_closures', 'school_calendars'])
    await sql(`delete from ${table} where school_id = $1`, [schoolId])
})

const apply = (entries: string[], preset: 'egypt-2025' | 'egypt-2026' = 'egypt-2025') =>
  as(manager)(calendarPresets.apply, { schoolId, preset, entries, yearId, language: 'ar' })

test('the preset of Egypt 2025/26 has 172 open days, 88 and 84, as a loop of its own counts them', async () => {
  const { entries } = (await presets()).find(({ key }) => key === 'egypt-2025')!
  await apply(entries.map(({ key }) => key))

  const openWeekdays = entries.find(({ key }) => key === 'week')!.openWeekdays!
  const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
  const holidays = entries.filter(({ kind }) => kind === 'holiday')
  const loop = (from: string, to: string) => {
    let open = 0
    for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) {
      const day = new Date(at).toISOString().slice(0, 10)
      const isHoliday = holidays.some(({ fromDay, toDay }) => fromDay! <= day && day <= toDay!)
      if (openWeekdays.includes(names[new Date(at).getUTCDay()]!) && !isHoliday) open++
    }
    return open
  }
  const terms = entries.filter(({ kind }) => kind === 'term')
  const looped = terms.map(({ fromDay, toDay }) => loop(fromDay!, toDay!))
  expect(looped).toEqual([88, 84])
  for (const [at, { fromDay, toDay }] of terms.entries())
    expect(
      (await as(manager)(calendar.count, { classRoomId: class4a.id, dateFrom: fromDay!, dateTo: toDay! })).openDays,
    ).toBe(looped[at])
  const { openDays } = await as(manager)(calendar.count, {
    classRoomId: class4a.id,
    dateFrom: terms[0]!.fromDay!,
    dateTo: terms[1]!.toDay!,
  })
  expect(openDays).toBe(172)
})

test('only what is ticked is taken over, once, and the rest stays out', async () => {
  expect((await as(manager)(calendar.year, { schoolId })).days).toEqual([])
  expect((await apply(['october'], 'egypt-2026')).ids).toHaveLength(1)
  expect((await apply(['october'], 'egypt-2026')).ids).toHaveLength(0)
  const { days, terms } = await as(manager)(calendar.year, { schoolId, yearId })
  expect(terms).toEqual([])
  expect(
    (await sql('select name from calendar_days where school_id = $1', [schoolId])).map(({ name }) => name),
  ).toEqual(['عيد القوات المسلحة'])
  expect(days.every(({ kind }) => kind === 'holiday')).toBe(true)
  const { entries } = (await presets()).find(({ key }) => key === 'egypt-2026')!
  expect(entries.filter(({ stored }) => stored).map(({ key }) => key)).toEqual(['october'])
})

test('an entry that the calendar has is known from one that it has not, terms and the week too', async () => {
  const stored = async () => {
    const { entries } = (await presets()).find(({ key }) => key === 'egypt-2025')!
    return entries.filter((entry) => entry.stored).map(({ key }) => key)
  }
  expect(await stored()).toEqual([])
  await apply(['week', 'term-1', 'exams-1', 'spring'])
  expect(await stored()).toEqual(['week', 'term-1', 'exams-1', 'spring'])
})

test('the weekdays that are taken over are those of the school, and a grade with a week of its own keeps it', async () => {
  const own = { gradeId: world.grade4.id, openWeekdays: ['Sunday', 'Monday'] }
  await as(manager)(calendarSettings.week, { schoolId, openWeekdays: ['Saturday'], grades: [own] })
  await apply(['week'])
  const preset = (await presets()).find(({ key }) => key === 'egypt-2025')!.entries.find(({ key }) => key === 'week')!
  expect(preset.stored).toBe(true)
  const weeks = await sql(
    'select grade_id, open_weekdays from school_week where school_id = $1 order by 1 nulls first',
    [schoolId],
  )
  expect(weeks).toEqual([
    { grade_id: null, open_weekdays: expect.any(Number) },
    { grade_id: own.gradeId, open_weekdays: 3 },
  ])
})

test('a term that is taken over takes the place of those on its days, and of no other', async () => {
  const termIds = async () => (await as(manager)(calendar.year, { schoolId, yearId })).terms.map(({ id }) => id)
  await apply(['term-1'])
  const [first] = await termIds()
  await apply(['term-2'])
  const both = await termIds()
  expect(both).toEqual([first, expect.any(String)])
  await sql(`update terms set name = 'ترم أول', end_date = '2026-01-10' where id = $1`, [first])
  await apply(['term-1'])
  expect(await termIds()).toEqual(both)
})

test('only a preset with a source has published entries, and holidays are suggestions', async () => {
  for (const { sources, year, entries } of await presets()) {
    expect(year).toMatch(/^\d{4}\/\d{4}$/)
    const published = entries.filter(({ certainty }) => certainty === 'published')
    expect(published.every(({ kind }) => kind !== 'holiday')).toBe(true)
    if (published.length > 0) expect(sources).not.toEqual([])
  }
})

test('of the Emirates nothing but the week is offered, because no more was found', async () => {
  const { entries } = (await presets()).find(({ key }) => key === 'emirates-2025')!
  expect(entries.map(({ key }) => key)).toEqual(['week'])
})

test('a preset is for people who manage the calendar, and has the entries that it has', async () => {
  await expect(as(teacher)(calendarPresets.list, { schoolId })).rejects.toMatchObject(notAllowed)
  await expect(apply(['birthday'])).rejects.toMatchObject(refused(400, 'Invalid input'))
})
