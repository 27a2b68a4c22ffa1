import type * as z from 'zod/mini'
import type { HoursSet } from '#contract/school/calendar/calendar.ts'
import type { Lesson, WholeTimetable } from './timetable-drafts.ts'
import type { HoursUse } from './timetable-settings.ts'

// The same rules in the browser, which shows where a lesson can go, and on the server, which refuses. The database has them as constraints.

type Sets = readonly z.output<typeof HoursSet>[]
type Uses = readonly z.output<typeof HoursUse>[]
type Planned = z.output<typeof Lesson>

/** The hours of a grade on a weekday: its own before those of all, and of the weekday before those of every day; else the first ones. */
export function hoursFor(sets: Sets, uses: Uses, gradeId: string | undefined, weekday: string) {
  const rank = (use: Uses[number]) => (use.gradeId ? 2 : 0) + (use.weekday ? 1 : 0)
  const [use] = uses
    .filter((one) => (!one.gradeId || one.gradeId === gradeId) && (!one.weekday || one.weekday === weekday))
    .sort((one, other) => rank(other) - rank(one))
  return sets.find(({ id }) => id === use?.hoursSetId) ?? sets[0]
}

type Period = { name: string; starts: string; minutes: number; isBreak: boolean }

/** The period of lesson number n. */
export const periodOf = (periods: readonly Period[], number: number) =>
  periods.filter(({ isBreak }) => !isBreak)[number - 1]

export const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** A time of day, `HH:MM`, from its minute. */
export const timeAt = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

export const endOf = ({ starts, minutes }: Pick<Period, 'starts' | 'minutes'>) => timeAt(minuteOf(starts) + minutes)

/** What a version says about its lessons, prepared once for many questions. */
export type Rules = {
  /** The hours of a lesson: those of its first class. */
  hoursOf: (lesson: Planned) => Sets[number] | undefined
  divisionOf: (groupId: string) => string | undefined
}

export function clashRulesOf({
  classes,
  groups,
  hours,
  uses,
}: Pick<Whole, 'classes' | 'groups' | 'hours' | 'uses'>): Rules {
  const grades = new Map(classes.map(({ id, gradeId }) => [id, gradeId]))
  const divisions = new Map(groups.map(({ id, divisionId }) => [id, divisionId]))
  const known = new Map<string, Sets[number] | undefined>()
  return {
    hoursOf({ classes: [first], weekday }) {
      const gradeId = grades.get(first!.classRoomId)
      const key = `${gradeId} ${weekday}`
      if (!known.has(key)) known.set(key, hoursFor(hours, uses, gradeId, weekday))
      return known.get(key)
    },
    divisionOf: (groupId) => divisions.get(groupId),
  }
}

type Whole = z.output<typeof WholeTimetable>

/** Why a lesson cannot be where it is: who or what is taken, and by which other lesson. */
export type Clash = { kind: 'class' | 'teacher' | 'room'; id: string; by: Planned }

/** The first clash of a lesson with others; null if its place is free. Rooms and teachers are judged by the clock, classes by the number. */
export function clashOf(lesson: Planned, others: readonly Planned[], rules: Rules): Clash | null {
  for (const other of others) {
    if (other.id === lesson.id || other.weekday !== lesson.weekday) continue
    if (other.week !== 0 && lesson.week !== 0 && other.week !== lesson.week) continue
    if (other.number === lesson.number) {
      const taken = lesson.classes.find((one) => other.classes.some((two) => excludes(one, two, rules)))
      if (taken) return { kind: 'class', id: taken.classRoomId, by: other }
    }
    const teacher = lesson.teacherIds.find((id) => other.teacherIds.includes(id))
    const room = teacher ? undefined : lesson.roomIds.find((id) => other.roomIds.includes(id))
    const shared = teacher ?? room
    if (shared && atTheSameTime(lesson, other, rules))
      return { kind: teacher ? 'teacher' : 'room', id: shared, by: other }
  }
  return null
}

type Part = Planned['classes'][number]

/** Two parts of one class can be taught at the same time only as different groups of one division. */
function excludes(one: Part, two: Part, { divisionOf }: Rules) {
  if (one.classRoomId !== two.classRoomId) return false
  if (!one.groupId || !two.groupId || one.groupId === two.groupId) return true
  return divisionOf(one.groupId) !== divisionOf(two.groupId)
}

function atTheSameTime(one: Planned, two: Planned, { hoursOf }: Rules) {
  const [hours, others] = [hoursOf(one), hoursOf(two)]
  if (hours?.id === others?.id) return one.number === two.number
  const [period, other] = [hours && periodOf(hours.periods, one.number), others && periodOf(others.periods, two.number)]
  if (!period || !other) return false
  return minuteOf(period.starts) < minuteOf(endOf(other)) && minuteOf(other.starts) < minuteOf(endOf(period))
}
