import { expect, test } from 'vitest'
import { type CalendarYear, daysOfMonth, hijriDay, lookOf, monthsFrom, yearUnder } from './year.ts'

const year = {
  openWeekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday'],
  terms: [{ id: 't', name: 'First', startDate: '2026-09-19', endDate: '2027-01-21' }],
  days: [
    {
      id: 'a',
      kind: 'holiday' as const,
      fromDay: '2026-10-06',
      toDay: '2026-10-06',
      name: 'October',
      gradeIds: null,
      hoursSetId: null,
    },
    {
      id: 'b',
      kind: 'holiday' as const,
      fromDay: '2026-10-07',
      toDay: '2026-10-07',
      name: 'Trip',
      gradeIds: ['g'],
      hoursSetId: null,
    },
    {
      id: 'c',
      kind: 'exam' as const,
      fromDay: '2027-01-10',
      toDay: '2027-01-12',
      name: 'Exams',
      gradeIds: null,
      hoursSetId: null,
    },
  ],
}

test('a day is open by the terms, the week and the holidays of the whole school', () => {
  expect(lookOf(year, '2026-10-05')).toEqual({ kind: null, names: [], isOpen: true })
  expect(lookOf(year, '2026-10-06')).toEqual({ kind: 'holiday', names: ['October'], isOpen: false })
  expect(lookOf(year, '2026-10-07')).toMatchObject({ names: ['Trip'], isOpen: true })
  expect(lookOf(year, '2026-10-09')).toMatchObject({ isOpen: false })
  expect(lookOf(year, '2027-01-11')).toMatchObject({ kind: 'exam', isOpen: true })
  expect(lookOf(year, '2027-02-01')).toMatchObject({ isOpen: false })
  expect(lookOf({ ...year, terms: [] }, '2027-02-01')).toMatchObject({ isOpen: true })
})

test('months follow each other over the year, each with its days under their weekdays', () => {
  expect(monthsFrom('2026-09-19', '2027-01-21')).toEqual([
    '2026-09-01',
    '2026-10-01',
    '2026-11-01',
    '2026-12-01',
    '2027-01-01',
  ])
  const november = daysOfMonth('2026-11-01', 6)
  expect(november.slice(0, 2)).toEqual([null, '2026-11-01'])
  expect(november.at(-1)).toBe('2026-11-30')
})

test('a day has its Hijri date', () => {
  expect(hijriDay('2027-02-08', 'en')).toMatch(/1 Ramadan|Ramadan 1/)
  expect(hijriDay('2027-02-08', 'ar')).toContain('رمضان')
})

test('a new day goes with what is stored now, and one that is changed with what was read', () => {
  const [opened, now] = [{ version: 1 } as CalendarYear, { version: 2 } as CalendarYear]
  const days = { fromDay: '2026-10-06', toDay: '2026-10-06' }
  expect(yearUnder({ year: opened, entry: days }, now)).toBe(now)
  expect(yearUnder({ year: opened, entry: { id: 'a', ...days } }, now)).toBe(opened)
})
