import type { OutputOf } from '#contract/language/operation.ts'
import { endOf, periodOf } from '#contract/school/timetable/clashes.ts'
import type { timetable } from '#contract/school/timetable/timetable.ts'

export type WeekRead = OutputOf<typeof timetable.week>
export type DayRead = WeekRead['days'][number]
export type LessonOfWeek = DayRead['lessons'][number]

/** A line of a week: a lesson with its usual time, or a break. */
export type WeekLine =
  | { number: number; starts: string | null; ends: string | null }
  | { number: null; name: string; starts: string }

/** The days that are shown: those with school, or with lessons. */
export const shownDays = ({ days }: WeekRead) =>
  days.filter(({ closed, lessons, holiday }) => !closed || lessons.length > 0 || holiday)

/** The lines of a week from its usual hours: numbers up to the last one that is used, breaks between them. */
export function weekLines(week: WeekRead, days: readonly DayRead[] = shownDays(week)): WeekLine[] {
  const used = Math.max(0, ...days.flatMap(({ lessons }) => lessons.map(({ number }) => number)))
  const periods = week.hours[days.find(({ hours }) => hours !== null)?.hours ?? 0]?.periods ?? []
  const lines: WeekLine[] = []
  let number = 0
  for (const { name, starts, minutes, isBreak } of periods)
    if (!isBreak) lines.push({ number: ++number, starts, ends: endOf({ starts, minutes }) })
    else if (number > 0) lines.push({ number: null, name, starts })
  while (number < used) lines.push({ number: ++number, starts: null, ends: null })
  return lines
}

/** The time of a lesson by its own hours; null if they have no such number, so that it does not take place. */
export function timeOf(week: WeekRead, { hours, number }: LessonOfWeek) {
  const set = hours === null ? undefined : week.hours[hours]
  const period = set && periodOf(set.periods, number)
  return period ? { starts: period.starts, ends: endOf(period) } : null
}

/** Whether the hours of a day have fewer lessons, so that this one falls out. */
export const fallsOut = (week: WeekRead, lesson: LessonOfWeek) => lesson.hours !== null && timeOf(week, lesson) === null

/** What a lesson says beside its course: not again what the whole week is of. */
export function aboutLesson(of: WeekSubject, { classNames, teacherNames, roomNames }: LessonOfWeek) {
  const classes = of === 'class' || of === 'student' ? classNames.flatMap(groupOnly) : classNames
  return [...classes, ...(of === 'teacher' ? [] : teacherNames), ...(of === 'room' ? [] : roomNames)]
}

export type WeekSubject = 'class' | 'teacher' | 'room' | 'school' | 'student'

/** The group of a class, which is written after it. */
const groupOnly = (name: string) => name.split(' · ').slice(1)
