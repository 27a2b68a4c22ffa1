import { expect, test } from 'vitest'
import { dayIn, slashed } from './typed-day.ts'

test('a day is typed with the digits of either script, and its slashes come by themselves', () => {
  const typed = Array.from('٢٠٢٦١١٢٢').reduce((text, digit) => slashed(text + digit, true), '')
  expect(typed).toBe('2026/11/22')
  expect(slashed('2026-11-22', true)).toBe('2026/11/22')
  expect(slashed('2026', false), 'a slash that is taken back stays away').toBe('2026')
})

test('a typed day is the one it means, also as it is written on paper, and never one that does not exist', () => {
  expect(dayIn('2026/11/22')).toBe('2026-11-22')
  expect(dayIn('٢٠٢٦/١١/٢')).toBe('2026-11-02')
  expect(dayIn('22/11/2026')).toBe('2026-11-22')
  expect(dayIn('4/2/2026')).toBe('2026-02-04')
  for (const none of ['', '2026', '2026/11', '2026/02/30', '2026/13/01', '31/04/2026', 'tomorrow'])
    expect(dayIn(none), none).toBeNull()
})
