import { expect, test } from 'vitest'
import { inHours } from './hours.ts'

test('hours are words in Arabic, wherever they stand', () => {
  expect(['1', '2', '3'].map((hours) => inHours(hours, 'ar', true))).toEqual(['ساعة', 'ساعتان', '3 ساعات'])
  expect(inHours('1', 'ar')).toBe('ساعة')
  expect(inHours('1', 'en', true)).toBe('1 hr')
  expect(inHours('2', 'en')).toBe('2 hours')
})
