import { expect, test, vi } from 'vitest'
import {
  dayAfter,
  dayInAddress,
  isCivilDay,
  namedDay,
  shortDay,
  shownDay,
  todayIn,
  todayOfDevice,
  weekStart,
  weekdayName,
} from './days.ts'

test('the day in Cairo follows summer time, which ends and starts at midnight there', () => {
  expect(todayIn('Africa/Cairo', new Date('2026-04-23T21:59:59Z'))).toBe('2026-04-23') // 23:59 in winter time
  expect(todayIn('Africa/Cairo', new Date('2026-04-23T22:00:00Z'))).toBe('2026-04-24') // 01:00, an hour was skipped
  expect(todayIn('Africa/Cairo', new Date('2026-07-01T20:59:00Z'))).toBe('2026-07-01')
  expect(todayIn('Africa/Cairo', new Date('2026-07-01T21:00:00Z'))).toBe('2026-07-02')
  expect(todayIn('Africa/Cairo', new Date('2026-10-29T21:30:00Z'))).toBe('2026-10-29') // 23:30 for the second time
  expect(todayIn('Africa/Cairo', new Date('2026-10-29T22:00:00Z'))).toBe('2026-10-30')
})

test('two schools may have different days at one moment', () => {
  const now = new Date('2026-01-01T00:30:00Z')
  expect(todayIn('Pacific/Auckland', now)).toBe('2026-01-01')
  expect(todayIn('America/New_York', now)).toBe('2025-12-31')
})

test('the day of the device follows the zone that it is in', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T00:30:00Z') })
  const zone = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
  const todayAt = (timeZone: string) => {
    zone.mockReturnValue({ timeZone } as Intl.ResolvedDateTimeFormatOptions)
    return todayOfDevice()
  }
  expect(todayAt('Africa/Cairo')).toBe('2026-01-01')
  expect(todayAt('America/New_York')).toBe('2025-12-31')
  zone.mockRestore()
  vi.useRealTimers()
})

test('days are shown with slashes and named in both languages', () => {
  expect(shownDay('2026-11-02')).toBe('2026/11/02')
  expect(shortDay('2026-11-02')).toBe('11/02')
  expect(weekdayName('2026-11-02', 'en')).toBe('Monday')
  expect(weekdayName('2026-11-02', 'ar')).toBe('الاثنين')
})

test('the week starts on Saturday in Arabic and on Sunday in English', () => {
  expect(weekStart('2026-11-02', 'ar')).toBe('2026-10-31')
  expect(weekStart('2026-10-31', 'ar')).toBe('2026-10-31')
  expect(weekStart('2026-11-02', 'en')).toBe('2026-11-01')
})

test('the next day is one later across months, years and the change of the clock', () => {
  expect(dayAfter('2026-10-29')).toBe('2026-10-30')
  expect(dayAfter('2026-12-31')).toBe('2027-01-01')
  expect(dayAfter('2028-03-01', -1)).toBe('2028-02-29')
})

test('a day says its weekday and month by name in the language at hand', () => {
  expect(namedDay('2026-11-22', 'en')).toBe('Sunday 22 November')
  expect(namedDay('2026-11-22', 'ar')).toBe('الأحد 22 نوفمبر')
  expect(namedDay('2026-01-05', 'en', { year: true })).toBe('Monday 5 January 2026')
})

test('only a day of the calendar is a civil day', () => {
  expect(['2026-11-22', '2028-02-29'].every(isCivilDay)).toBe(true)
  expect(['2026-02-29', '2026-02-30', '2026-13-01', '2026/11/22', '2026-1-2', ''].some(isCivilDay)).toBe(false)
})

test('an address names a day of the calendar, or none', () => {
  const query = new URLSearchParams({ day: '2026-11-18', cut: '2026-11-1', never: '2026-02-31' })
  expect(['day', 'cut', 'never', 'absent'].map((name) => dayInAddress(query, name))).toEqual([
    '2026-11-18',
    null,
    null,
    null,
  ])
})
