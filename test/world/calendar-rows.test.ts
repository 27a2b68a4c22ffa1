import { expect, test } from 'vitest'
import { daysFrom } from '#server/base/days.ts'
import { emptyDatabase, values } from '#test/harness/database.ts'
import { loadDemo, world } from './world.ts'
import { calendarOn } from './calendar.ts'
import { schoolCalendarRows } from './calendar-rows.ts'

const onASaturday = await emptyDatabase()

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

test('a demo that is loaded on a Saturday has registers of every open day of the week before', async () => {
  await loadDemo(onASaturday, '2026-11-28', { morning: true, hash: 'of nobody who signs in' })
  const taken = `select distinct date::text from attendance_sheets where class_room_id = '${world.class4a.id}'
    and date between '2026-11-21' and '2026-11-27' order by 1`
  expect(await values(onASaturday, taken)).toEqual([21, 22, 23, 24, 25, 26].map((day) => `2026-11-${day}`))
})
