import { expect, test } from 'vitest'
import { dayAfter, weekStart } from '#web/lib/days.ts'
import { placesOf } from './calendar-places.ts'

const placed = (days: string[], language = 'en') =>
  placesOf(days, { startOf: (day) => weekStart(day, language), after: dayAfter })

test('a day stands in the column of its week and the row of its weekday; weekdays without any day have none', () => {
  const { weeks, weekdays, of, dayOfRow } = placed(['2026-11-15', '2026-11-17', '2026-11-25'])
  expect(weeks).toBe(2)
  expect(weekdays).toEqual([0, 2, 3])
  expect(of).toEqual([
    { week: 0, row: 0 },
    { week: 0, row: 1 },
    { week: 1, row: 2 },
  ])
  expect(dayOfRow).toEqual(['2026-11-15', '2026-11-17', '2026-11-18'])
})

test('a week begins as the language’s does', () => {
  expect(placed(['2026-11-14', '2026-11-15'], 'ar').weeks).toBe(1)
  expect(placed(['2026-11-14', '2026-11-15'], 'en').weeks).toBe(2)
})

test('weeks of holidays keep their room, and a month is named where its name has room', () => {
  const { weeks, months } = placed(['2026-10-27', '2026-11-03', '2026-12-01'])
  expect(weeks).toBe(6)
  expect(months).toEqual([
    { day: '2026-11-03', week: 1 },
    { day: '2026-12-01', week: 5 },
  ])
})
