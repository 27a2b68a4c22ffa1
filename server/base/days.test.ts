import { describe, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { civilDay, daysFrom, weekDayOf, withCivilDays } from './days.ts'

const zones = ['Africa/Cairo', 'UTC', 'Asia/Riyadh', 'America/New_York'] as const
const clocks = ['00:00', '12:00', '23:59'] as const
const first = '2023-01-01'
const all = 2192

/** The instant at which a clock in `timeZone` first shows `day` and `time`, or just after a clock that skips it. */
function instantOf(day: string, time: string, timeZone: string) {
  const wanted = Date.parse(`${day}T${time}:00Z`)
  const shown = (at: number) => wanted + (at - clockAt(at, timeZone))
  const guess = shown(shown(wanted))
  return new Date(clockAt(guess, timeZone) < wanted ? guess + 3_600_000 : guess)
}

/** What a clock there shows at an instant, as if it were UTC. */
function clockAt(at: number, timeZone: string) {
  const { year, month, day, hour, minute } = Object.fromEntries(
    clock(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`)
}

const made = new Map<string, Intl.DateTimeFormat>()

function clock(timeZone: string) {
  const options = { timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const known = made.get(timeZone) ?? new Intl.DateTimeFormat('en', { ...options, hour: '2-digit', minute: '2-digit' })
  made.set(timeZone, known)
  return known
}

describe('a day picked in a browser at home is filed under that day', () => {
  test.each(zones.flatMap((zone) => clocks.map((time) => [zone, time] as const)))('%s at %s', (zone, time) => {
    const shifted = []
    for (let n = 0; n < all; n++) {
      const day = daysFrom(first, n)
      if (civilDay(instantOf(day, time, zone), zone) !== day) shifted.push(day)
    }
    expect(shifted).toEqual([])
  })
})

test('noon in any of these zones is the same day in Cairo', () => {
  for (let n = 0; n < all; n += 7)
    for (const zone of ['UTC', 'Asia/Riyadh'])
      expect(civilDay(instantOf(daysFrom(first, n), '12:00', zone), 'Africa/Cairo')).toBe(daysFrom(first, n))
})

test('a midnight of Cairo, which is the evening before in UTC, is filed under the day that begins', () => {
  expect(civilDay(new Date('2026-11-01T22:00:00.000Z'), 'Africa/Cairo')).toBe('2026-11-02')
  expect(weekDayOf('2026-11-02')).toBe('Monday')
  expect(civilDay(new Date('2026-07-01T21:00:00.000Z'), 'Africa/Cairo')).toBe('2026-07-02')
})

test('the midnights on which Egypt moves its clocks belong to the day they begin', () => {
  // 2026-04-24 begins at 01:00 in Cairo; 2026-10-29 has 25 hours.
  expect(civilDay(new Date('2026-04-23T22:00:00.000Z'), 'Africa/Cairo')).toBe('2026-04-24')
  expect(civilDay(new Date('2026-04-23T21:59:59.999Z'), 'Africa/Cairo')).toBe('2026-04-23')
  expect(civilDay(new Date('2026-10-29T21:30:00.000Z'), 'Africa/Cairo')).toBe('2026-10-29')
  expect(civilDay(new Date('2026-10-29T22:00:00.000Z'), 'Africa/Cairo')).toBe('2026-10-30')
})

test('days are counted across months, years and leap days', () => {
  expect(daysFrom('2024-02-28', 1)).toBe('2024-02-29')
  expect(daysFrom('2026-01-01', -1)).toBe('2025-12-31')
  expect(daysFrom('2026-11-20', -400)).toBe('2025-10-16')
  expect(daysFrom(daysFrom('2026-03-01', 400), -400)).toBe('2026-03-01')
})

test('the days of a week have their English names', () => {
  const week = Array.from({ length: 7 }, (_, n) => weekDayOf(daysFrom('2026-11-21', n)))
  expect(week).toEqual(['Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
})

test('an instant is another day in another place', () => {
  const places = ['Etc/GMT+12', 'Africa/Cairo', 'Pacific/Kiritimati']
  const days = places.map((place) => civilDay(new Date('2026-11-20T11:00:00Z'), place))
  expect(days).toEqual(['2026-11-19', '2026-11-20', '2026-11-21'])
})

test('only what is declared a day is filed, and a day that came as a day stays', () => {
  const input = { classRoomId: '2026-11-01T22:00:00.000Z', dateFrom: '2026-11-01T22:00:00.000Z', dateTo: '2026-11-05' }
  expect(withCivilDays(attendance.list.input, input, 'Africa/Cairo')).toEqual({
    classRoomId: '2026-11-01T22:00:00.000Z',
    dateFrom: '2026-11-02',
    dateTo: '2026-11-05',
  })
  expect(withCivilDays(attendance.list.input, input, 'UTC')).toMatchObject({ dateFrom: '2026-11-01' })
})
