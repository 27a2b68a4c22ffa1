import { expect, test } from 'vitest'
import { coursesIn, type DayOfChild, isDayOff } from './week.ts'

const work = (courseName: string) =>
  ({ kind: 'exam', workId: courseName, courseName, date: '2026-11-20', result: null, rate: 20 }) as const
const day = (date: string, more: Partial<DayOfChild> = {}): DayOfChild => ({ date, states: [], works: [], ...more })

test('Friday and Saturday are days off, unless something is there', () => {
  const week = ['19', '20', '21', '22'].map((date) => isDayOff(day(`2026-11-${date}`), null))
  expect(week).toEqual([false, true, true, false])
  expect(isDayOff(day('2026-11-20', { works: [work('العلوم')] }), null)).toBe(false)
  expect(isDayOff(day('2026-11-20', { states: [{ id: 'a', state: 'present' }] }), ['2026-11-20'])).toBe(false)
})

test('by the calendar of the school a Saturday may be open and a Sunday off', () => {
  const week = ['20', '21', '22'].map((date) => isDayOff(day(`2026-11-${date}`), ['2026-11-20', '2026-11-22']))
  expect(week).toEqual([true, false, true])
})

test('the courses of a week, each once and by name', () => {
  const days = [
    day('2026-11-22', { works: [work('العلوم'), work('الرياضيات')] }),
    day('2026-11-23', { works: [work('العلوم')] }),
  ]
  expect(coursesIn(days)).toEqual(['الرياضيات', 'العلوم'])
})
