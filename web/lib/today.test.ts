import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { todayIn } from './days.ts'
import { whenDayBegins } from './today.ts'

vi.useFakeTimers()
const page = new EventTarget()
vi.stubGlobal('document', page)
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

let stop = () => {}
afterEach(() => stop())

/** The days that begin on a page that is opened at an instant. */
function daysFrom(at: string) {
  vi.setSystemTime(new Date(at))
  const days: string[] = []
  stop = whenDayBegins('Africa/Cairo', () => days.push(todayIn('Africa/Cairo')))
  return days
}

test('a page that stays open over midnight of the school goes on to the next day, once', () => {
  const days = daysFrom('2026-11-22T21:58:00Z')
  vi.advanceTimersByTime(60_000)
  expect(days).toEqual([])
  vi.advanceTimersByTime(120_000)
  expect(days).toEqual(['2026-11-23'])
  vi.advanceTimersByTime(3_600_000)
  expect(days).toEqual(['2026-11-23'])
})

test('a page that is seen again after its device slept is on the day it is by then', () => {
  const days = daysFrom('2026-11-22T20:00:00Z')
  vi.setSystemTime(new Date('2026-11-24T06:00:00Z'))
  page.dispatchEvent(new Event('visibilitychange'))
  expect(days).toEqual(['2026-11-24'])
  stop()
  vi.setSystemTime(new Date('2026-11-25T06:00:00Z'))
  page.dispatchEvent(new Event('visibilitychange'))
  expect(days).toHaveLength(1)
})
