import { expect, test } from 'vitest'
import { daysFrom } from '#server/days.ts'
import { calendarOn } from './calendar.ts'
import { schoolCalendarRows } from './calendar-rows.ts'

test('on every day of two years the demo has terms that hold today, and a holiday this month that is another day', () => {
  for (let day = '2026-01-01'; day < '2028-01-01'; day = daysFrom(day, 1)) {
    const rows = new Map(schoolCalendarRows(calendarOn(day)))
    const terms = rows.get('terms')! as { start_date: string; end_date: string }[]
    const [holiday] = (rows.get('calendar_days')! as { kind: string; from_day: string }[]).filter(
      ({ kind }) => kind === 'holiday',
    )
    const [week] = rows.get('school_week')! as { open_weekdays: number }[]
    expect(
      terms.some(({ start_date, end_date }) => start_date <= day && day <= end_date),
      day,
    ).toBe(true)
    expect([holiday!.from_day.slice(0, 7), holiday!.from_day !== day], day).toEqual([day.slice(0, 7), true])
    expect((week!.open_weekdays >> new Date(`${day}T00:00:00Z`).getUTCDay()) & 1, day).toBe(1)
  }
})
