import type { OutputOf } from '#contract/language/operation.ts'
import { type Clash, clashOf, periodOf, type Rules } from '#contract/school/timetable/clashes.ts'
import type { timetableDrafts } from '#contract/school/timetable/timetable-drafts.ts'

export type Version = OutputOf<typeof timetableDrafts.list>[number]
export type WeekDraft = OutputOf<typeof timetableDrafts.get>
export type LessonPlanned = WeekDraft['lessons'][number]
export type Slot = { weekday: string; number: number }

/** What happens when the chosen lesson is put at a place. */
export type Target =
  | { is: 'here' }
  | { is: 'free' }
  | { is: 'swap'; with: LessonPlanned }
  | { is: 'taken'; clash: Clash }
  | { is: 'beyond' }

export function targetOf(chosen: LessonPlanned, slot: Slot, lessons: readonly LessonPlanned[], rules: Rules): Target {
  if (chosen.weekday === slot.weekday && chosen.number === slot.number) return { is: 'here' }
  const there = { ...chosen, ...slot }
  const hours = rules.hoursOf(there)
  if (hours && !periodOf(hours.periods, slot.number)) return { is: 'beyond' }
  const clash = clashOf(there, lessons, rules)
  if (!clash) return { is: 'free' }
  return swapOf(chosen, there, clash.by, lessons, rules) ? { is: 'swap', with: clash.by } : { is: 'taken', clash }
}

/** Whether the two lessons can change places, so that neither is in the way of anybody. */
function swapOf(
  chosen: LessonPlanned,
  there: LessonPlanned,
  other: LessonPlanned,
  lessons: readonly LessonPlanned[],
  rules: Rules,
) {
  if (other.fixed) return false
  const back = { ...other, weekday: chosen.weekday, number: chosen.number }
  const rest = [...lessons.filter(({ id }) => id !== chosen.id && id !== other.id), back, there]
  return !clashOf(there, rest, rules) && !clashOf(back, rest, rules)
}

/** The numbers that the days of the plan can have: those of the hours, without hours seven, and at least those that are used. */
export function numbersOf({ hours, lessons }: WeekDraft) {
  const inHours = hours.map(({ periods }) => periods.filter(({ isBreak }) => !isBreak).length)
  const most = Math.max(hours.length === 0 ? 7 : 0, ...inHours, ...lessons.map(({ number }) => number))
  return Array.from({ length: most }, (_, nth) => nth + 1)
}

/** Whether somebody who is to give the lesson no longer teaches the course in the class, or nobody is. */
export const lacksTeacher = ({ teaching }: WeekDraft, { teacherIds, courseId, classes }: LessonPlanned) =>
  teacherIds.length === 0 ||
  teacherIds.some(
    (id) =>
      !teaching.some(
        (one) =>
          one.teacherId === id &&
          one.courseId === courseId &&
          classes.some(({ classRoomId }) => classRoomId === one.classRoomId),
      ),
  )

export const nameAmong = (list: readonly { id: string; name: string }[], id: string) =>
  list.find((one) => one.id === id)?.name ?? ''

/** The lessons of a class or of a teacher at a place. */
export const lessonsAt = (lessons: readonly LessonPlanned[], { weekday, number }: Slot) =>
  lessons.filter((one) => one.weekday === weekday && one.number === number)
