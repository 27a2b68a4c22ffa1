import type { AttendanceState } from '#contract/teaching/attendance/attendance.ts'

export type WorkOfChild = {
  kind: 'exam' | 'homework' | 'activity'
  workId: string
  courseName: string
  date: string
  result: number | null
  rate: number
}

export type DayOfChild = { date: string; states: { id: string; state: AttendanceState }[]; works: WorkOfChild[] }

/** A day on which something happened is none off. Without a calendar schools are closed on Friday and Saturday, as in Egypt. */
export const isDayOff = ({ date, states, works }: DayOfChild, closedDays: readonly string[] | null) =>
  states.length === 0 &&
  works.length === 0 &&
  (closedDays ? closedDays.includes(date) : [5, 6].includes(new Date(`${date}T12:00:00Z`).getUTCDay()))

/** The courses of a week, each once, in the order of their names. */
export const coursesIn = (days: DayOfChild[]) =>
  [...new Set(days.flatMap(({ works }) => works.map(({ courseName }) => courseName)))].toSorted((one, other) =>
    one.localeCompare(other, 'ar'),
  )
