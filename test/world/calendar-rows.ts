import { daysFrom, weekDayOf } from '#server/base/days.ts'
import type { Calendar } from './calendar.ts'
import { idOf } from './ids.ts'
import type { Rows } from './insert.ts'
import { grades, schools, years } from './schools.ts'

/**
 * The calendar of the demo: two terms, the week, a holiday of this month, exams, a trip of one grade, and two sets of hours.
 */
export function schoolCalendarRows(calendar: Calendar): Rows {
  const { nile } = schools
  const school = { school_id: nile.id }
  const year = Object.values(years).find((one) => one.schoolId === nile.id && one.current)!
  const months = calendar.year.months
  const term = (position: number, name: string, from: number, to: number) => ({
    ...school,
    id: idOf('term', nile.id, position),
    school_year_id: year.id,
    name,
    position,
    start_date: months[from]!.startDate,
    end_date: months[to]!.endDate,
  })
  const day = (kind: string, name: string, from: string, to = from, gradeIds: string[] | null = null) => ({
    ...school,
    id: idOf('calendar day', nile.id, name),
    kind,
    name,
    from_day: from,
    to_day: to,
    grade_ids: gradeIds,
  })
  const exams = months[4]!
  const hours = (name: string, position: number) => ({ ...school, id: idOf('hours', nile.id, name), name, position })
  const periods = (name: string, minutes: number) =>
    Array.from({ length: 6 }, (_, nth) => ({
      ...school,
      hours_set_id: idOf('hours', nile.id, name),
      position: nth + 1,
      name: nth === 3 ? 'الفسحة' : `الحصة ${nth < 3 ? nth + 1 : nth}`,
      starts: clockAt(8 * 60 + nth * minutes),
      minutes,
      is_break: nth === 3,
    }))
  return [
    ['school_calendars', [school]],
    ['terms', [term(1, 'الفصل الدراسي الأول', 0, 4), term(2, 'الفصل الدراسي الثاني', 5, months.length - 1)]],
    ['school_week', [{ ...school, open_weekdays: openWeekdays(calendar.today) }]],
    ['hours_sets', [hours('المواعيد المعتادة', 1), hours('مواعيد رمضان', 2)]],
    ['periods', [...periods('المواعيد المعتادة', 45), ...periods('مواعيد رمضان', 35)]],
    [
      'calendar_days',
      [
        day('holiday', 'ذكرى تأسيس المدرسة', holidayOf(calendar.today)),
        day('event', 'رحلة الصف الخامس إلى المتحف', daysFrom(calendar.today, 9), undefined, [grades.grade5.id]),
        day('event', 'لقاء أولياء الأمور', daysFrom(calendar.today, 16)),
        day('exam', 'امتحانات الفصل الدراسي الأول', daysFrom(exams.startDate, 9), daysFrom(exams.startDate, 20)),
      ],
    ],
  ]
}

/** Sunday to Thursday, and today, so that it is always a school day when somebody looks at the demo. */
const openWeekdays = (today: string) => 0b11111 | (1 << new Date(`${today}T00:00:00Z`).getUTCDay())

/** A school day of this month other than today; a future one if the month has one. */
function holidayOf(today: string) {
  const ofMonth = [3, 4, 5, 6, 7, 8, -4, -5, -6, -7, -8, -9]
    .map((days) => daysFrom(today, days))
    .filter((day) => day.startsWith(today.slice(0, 7)) && !['Friday', 'Saturday'].includes(weekDayOf(day)))
  return ofMonth[0]!
}

const clockAt = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
