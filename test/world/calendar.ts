import { daysFrom, weekDayOf } from '#server/base/days.ts'

export type Month = { name: string; startDate: string; endDate: string }

export type Calendar = {
  today: string
  /** The day on which the students of the current year joined their classes and their seats were charged. */
  firstDay: string
  year: { name: string; startYear: number; months: Month[] }
  pastYear: { name: string; startYear: number; months: Month[] }
  /** The school days of the last ten weeks except today, latest first. */
  schoolDays: string[]
  /** The next two school days, including today if it is one. */
  daysToCome: [string, string]
}

/**
 * The days of the test world on a given day: the term just before it, and a year that contains it. `opensToday`: the weekday of today is a
 * school day, also on a Friday or a Saturday.
 */
export function calendarOn(today: string, { opensToday = false } = {}): Calendar {
  const isOpen = (day: string) => isSchoolDay(day) || (opensToday && weekDayOf(day) === weekDayOf(today))
  const [calendarYear, month] = today.split('-').map(Number) as [number, number]
  const startYear = month >= 9 ? calendarYear : calendarYear - 1
  // Ten months from September. In summer it is longer, so that the year is still running.
  const length = month === 7 || month === 8 ? month + 4 : 10
  const yearStart = `${startYear}-09-01`
  const termStart = daysFrom(today, -70)

  return {
    today,
    firstDay: termStart < yearStart ? termStart : yearStart,
    year: schoolYear(startYear, length),
    pastYear: schoolYear(startYear - 1, 10),
    schoolDays: Array.from({ length: 70 }, (_, ago) => daysFrom(today, -1 - ago)).filter(isOpen),
    daysToCome: Array.from({ length: 4 }, (_, later) => daysFrom(today, later))
      .filter(isOpen)
      .slice(0, 2) as [string, string],
  }
}

const isSchoolDay = (day: string) => !['Friday', 'Saturday'].includes(weekDayOf(day))

const schoolYear = (startYear: number, length: number) => ({
  name: `${startYear}/${startYear + 1}`,
  startYear,
  months: Array.from({ length }, (_, position) => monthOf(startYear, position)),
})

function monthOf(startYear: number, position: number): Month {
  const first = new Date(Date.UTC(startYear, 8 + position, 1))
  const startDate = first.toISOString().slice(0, 10)
  const endDate = daysFrom(new Date(Date.UTC(startYear, 9 + position, 1)).toISOString().slice(0, 10), -1)
  return { name: monthNames[first.getUTCMonth()]!, startDate, endDate }
}

const monthNames = 'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر'.split(' ')
