import { expect, test } from 'vitest'
import { filterInWords, weekdays } from './filter-words.ts'

test('a filter is shown as the name of what was chosen, as a day, as what was typed, or as how many', () => {
  const items = [{ value: 'a', label: 'Arabic' }]
  expect(filterInWords('a', items)).toBe('Arabic')
  expect(filterInWords('2026-11-02')).toBe('2026/11/02')
  expect(filterInWords('book', items)).toBe('book')
  expect(filterInWords(['x', 'y'])).toBe('2')
})

test('the week begins as the language does, and the server knows its days by their English names', () => {
  expect(weekdays('ar')[0]).toEqual({ value: 'Saturday', label: 'السبت' })
  expect(weekdays('en')[0]).toEqual({ value: 'Sunday', label: 'Sunday' })
  expect(weekdays('ar')).toHaveLength(7)
})
