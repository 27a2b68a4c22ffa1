import { expect, test } from 'vitest'
import { bounds, isInTerm, monthAfter, monthIn, monthName, termOf, weeksOf } from './calendar.ts'

test('a month stands in whole weeks, from Sunday in English and from Saturday in Arabic', () => {
  const english = weeksOf('2026-11', 'en')
  expect(english).toHaveLength(5)
  expect(english[0]).toEqual([1, 2, 3, 4, 5, 6, 7].map((day) => `2026-11-0${day}`))
  expect(english.at(-1)).toEqual(['2026-11-29', '2026-11-30', null, null, null, null, null])
  const arabic = weeksOf('2026-11', 'ar')
  expect(arabic[0]).toEqual([null, ...[1, 2, 3, 4, 5, 6].map((day) => `2026-11-0${day}`)])
  expect(arabic.every((week) => week.length === 7)).toBe(true)
  expect(arabic.flat().filter(Boolean)).toHaveLength(30)
})

test('months follow each other over the years, and know their ends', () => {
  expect(monthAfter('2026-12')).toBe('2027-01')
  expect(monthAfter('2026-01', -1)).toBe('2025-12')
  expect(monthAfter('2026-05', 20)).toBe('2028-01')
  expect(bounds('2028-02')).toEqual({ first: '2028-02-01', last: '2028-02-29' })
})

test('a month is named in the language, with digits that are Latin in both', () => {
  expect(monthName('2026-11', 'en')).toBe('November 2026')
  expect(monthName('2026-11', 'ar')).toBe('نوفمبر 2026')
})

test('a school year is leafed through from its first day to today, or to its last', () => {
  const current = termOf({ firstDay: '2026-09-10', lastDay: null }, '2026-11-18')
  expect(current).toEqual({ first: '2026-09-10', last: '2026-11-18' })
  expect(['2026-09-09', '2026-09-10', '2026-11-18', '2026-11-19'].map((day) => isInTerm(current, day))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(['2026-09', '2026-10', '2026-08', '2026-12', 'autumn'].map((month) => monthIn(current, month))).toEqual([
    '2026-09',
    '2026-10',
    '2026-11',
    '2026-11',
    '2026-11',
  ])
  const past = termOf({ firstDay: null, lastDay: '2026-09-09' }, '2026-11-18')
  expect(monthIn(past, '2019-02')).toBe('2019-02')
  expect(monthIn(past, '2026-11')).toBe('2026-09')
  expect(termOf(undefined, '2026-11-18')).toEqual({ first: null, last: '2026-11-18' })
})
