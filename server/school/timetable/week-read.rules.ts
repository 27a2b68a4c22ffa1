import { numbersAtMost, type leftOutReasons } from '#contract/school/timetable/timetable-drafts.ts'
import { weekdayOf } from '#contract/school/timetable/pasted.ts'
import { type Clash, clashOf, periodOf, clashRulesOf } from '#contract/school/timetable/clashes.ts'
import { fold } from '#contract/language/fold.ts'
import { newId } from '#server/db/ids.ts'
import type { PlannedLesson, WeekPlan } from './drafts.queries.ts'
import { groupsRead } from './groups-read.rules.ts'
import type { NameKind, NewDivision } from './week-names.queries.ts'

/** A name in a file, with other names for the same, such as a short one. */
type NameRead = { name: string; others: string[] }

type PartRead = { class: number; group: number | null }

/** A week of lessons as a file or a table has it; classes, courses, teachers, rooms and groups by their place in its lists. */
export type WeekRead = {
  /** For each place in the masks of days, the words of the file for it. */
  days: string[][]
  names: Record<NameKind, NameRead[]>
  groups: { class: number | null; name: string; division: string; whole: boolean }[]
  lessons: {
    row: number
    course: number | null
    classes: PartRead[]
    /** Null if the file does not say it: then whoever teaches the course in the class, if that is one person. */
    teachers: number[] | null
    rooms: number[]
    day: number
    number: number
    /** 0 each week, 1 week A, 2 week B; null in a longer cycle. */
    week: number | null
  }[]
  withoutPlace: { course: number | null; classes: PartRead[]; missing: number }[]
}

type Meaning = { kind: string; name: string; id: string | null }
type Meanings = ReadonlyMap<string, string | null>

export const meaningKey = (kind: string, name: string) => `${kind} ${fold(name)}`

type Reason = (typeof leftOutReasons)[number]

/** Why a lesson of a file is left out. */
export type LeftOut = { row: number; reason: Reason; name: string; weekDay: string | null; number: number }

export type LessonsRead = {
  lessons: PlannedLesson[]
  leftOut: LeftOut[]
  names: { kind: NameKind; name: string; id: string | null; leftOut: boolean; lessons: number }[]
  divisions: NewDivision[]
  withoutPlace: { courseName: string; classNames: string[]; missing: number }[]
}

type Found = Record<NameKind, (string | null | undefined)[]>
type OneRead = WeekRead['lessons'][number]

/**
 * Reads the lessons of a file by names as people write them. A lesson that names something unknown, and one whose place is taken by
 * then, is left out with the reason.
 */
export function lessonsRead(plan: WeekPlan, read: WeekRead, meant: readonly Meaning[]): LessonsRead {
  const meanings = new Map(meant.map(({ kind, name, id }) => [meaningKey(kind, name), id]))
  const lists = { class: plan.classes, course: plan.courses, teacher: plan.teachers, room: plan.rooms }
  const kinds = Object.keys(lists) as NameKind[]
  const found = Object.fromEntries(
    kinds.map((kind) => [kind, read.names[kind].map(meaningIn(kind, lists[kind], meanings))]),
  ) as Found
  const { groupIds, divisions, groups } = groupsRead(plan.groups, read, found.class)
  const weekdays = weekdaysOf(read.days, plan.openWeekdays)
  const places = placesIn({ ...plan, groups })

  const lessons: PlannedLesson[] = []
  const leftOut: LeftOut[] = []
  for (const one of read.lessons) {
    const weekday = weekdays[one.day]
    const classes = partsOf(one.classes, found.class, groupIds)
    const lesson = plannedFrom(plan, one, { classes, found, weekday })
    const problem = whyUnread(read, one, { classes, found, weekday }) ?? places.take(lesson)
    if (!problem) lessons.push(lesson)
    else leftOut.push({ row: one.row, ...problem, weekDay: weekday ?? null, number: one.number })
  }
  const names = kinds.flatMap((kind) => {
    const counts = countsOf(read, kind)
    return read.names[kind].flatMap(({ name }, at) => {
      const [id, times] = [found[kind][at], counts.get(at) ?? 0]
      return times === 0 || name === '' ? [] : [{ kind, name, id: id ?? null, leftOut: id === null, lessons: times }]
    })
  })
  const withoutPlace = read.withoutPlace.map(({ course, classes, missing }) => ({
    courseName: wordOf(read, 'course', course),
    classNames: classes.map((part) => wordOf(read, 'class', part.class)),
    missing,
  }))
  return { lessons, leftOut, names, divisions: usedOf(divisions, lessons), withoutPlace }
}

const wordOf = ({ names }: WeekRead, kind: NameKind, at: number | null | undefined) => names[kind][at ?? -1]?.name ?? ''

type Resolved = { classes: PlannedLesson['classes']; found: Found; weekday: string | undefined }
type Problem = { reason: Reason; name: string }

/** What of a lesson is not known; undefined if all is. */
function whyUnread(read: WeekRead, one: OneRead, { classes, found, weekday }: Resolved): Problem | undefined {
  const places = { class: one.classes.map((part) => part.class), teacher: one.teachers ?? [], room: one.rooms }
  const problem = (reason: NameKind, at: number | null | undefined) => ({ reason, name: wordOf(read, reason, at) })
  const unknown = (kind: keyof typeof places) => places[kind].find((at) => found[kind][at] === undefined)
  const noClass = unknown('class')
  if (noClass !== undefined || classes.length === 0 || classes.length > 20)
    return problem('class', noClass ?? places.class[0])
  if (!found.course[one.course ?? -1]) return problem('course', one.course)
  for (const kind of ['teacher', 'room'] as const) {
    const at = unknown(kind)
    if (at !== undefined) return problem(kind, at)
  }
  if (!weekday) return { reason: 'day', name: read.days[one.day]?.[0] ?? String(one.day + 1) }
  return one.week === null ? { reason: 'week', name: wordOf(read, 'course', one.course) } : undefined
}

function plannedFrom(plan: WeekPlan, one: OneRead, { classes, found, weekday }: Resolved): PlannedLesson {
  const courseId = found.course[one.course ?? -1] ?? ''
  const idsOf = (kind: NameKind, at: readonly number[]) => [...new Set(at.flatMap((each) => found[kind][each] ?? []))]
  const teacherIds = one.teachers ? idsOf('teacher', one.teachers) : teachersOf(plan, classes[0]?.classRoomId, courseId)
  return {
    id: newId(),
    courseId,
    weekday: weekday ?? '',
    number: one.number,
    week: one.week ?? 0,
    fixed: false,
    classes,
    teacherIds: teacherIds.slice(0, 10),
    roomIds: idsOf('room', one.rooms).slice(0, 10),
  }
}

/** The places of the week, which lessons take one after another. */
function placesIn(plan: WeekPlan) {
  const rules = clashRulesOf(plan)
  const byDay = new Map<string, PlannedLesson[]>()
  const onDay = (weekday: string) => {
    const there = byDay.get(weekday) ?? []
    byDay.set(weekday, there)
    return there
  }
  for (const lesson of plan.lessons) onDay(lesson.weekday).push(lesson)
  return {
    take(lesson: PlannedLesson): Problem | undefined {
      const { number, weekday } = lesson
      const hours = rules.hoursOf(lesson)
      const beyond = number < 1 || number > numbersAtMost || (hours && !periodOf(hours.periods, number))
      if (beyond) return { reason: 'hours', name: String(number) }
      const clash = clashOf(lesson, onDay(weekday), rules)
      if (clash) return { reason: 'taken', name: takenBy(plan, clash) }
      onDay(weekday).push(lesson)
      return undefined
    },
  }
}

const partsOf = (
  parts: readonly PartRead[],
  classes: readonly (string | null | undefined)[],
  groupIds: readonly (string | null)[],
) => {
  const taken = parts.flatMap((part) => {
    const classRoomId = classes[part.class]
    return classRoomId ? [{ classRoomId, groupId: part.group === null ? null : (groupIds[part.group] ?? null) }] : []
  })
  return [...new Map(taken.map((part) => [`${part.classRoomId} ${part.groupId}`, part])).values()]
}

/** Divisions of whose groups a lesson is. */
function usedOf(divisions: readonly NewDivision[], lessons: readonly PlannedLesson[]) {
  const used = new Set(lessons.flatMap(({ classes }) => classes.map(({ groupId }) => groupId)))
  return divisions.filter(({ groups }) => groups.some(({ id }) => used.has(id)))
}

function countsOf({ lessons }: WeekRead, kind: NameKind) {
  const counts = new Map<number, number>()
  for (const { course, classes, teachers, rooms } of lessons) {
    const places = {
      class: classes.map((part) => part.class),
      course: course === null ? [] : [course],
      teacher: teachers ?? [],
      room: rooms,
    }[kind]
    for (const at of new Set(places)) counts.set(at, (counts.get(at) ?? 0) + 1)
  }
  return counts
}

/** The one who or which is taken. */
function takenBy({ classes, teachers, rooms }: WeekPlan, { kind, id }: Clash) {
  const list: readonly { id: string; name: string }[] = { class: classes, teacher: teachers, room: rooms }[kind]
  return list.find((one) => one.id === id)?.name ?? ''
}

/** Who teaches the course in the class, if that is one person: then the table need not say it. */
function teachersOf({ teaching }: WeekPlan, classRoomId: string | undefined, courseId: string) {
  const all = teaching.filter((one) => one.classRoomId === classRoomId && one.courseId === courseId)
  return all.length === 1 ? [all[0]!.teacherId] : []
}

const inOrder = ['Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']

/** The weekdays of a file by its words; where it has words of another language, the open days of the school if there are as many. */
function weekdaysOf(days: readonly string[][], openWeekdays: readonly string[]) {
  const named = days.map((words) => words.map(weekdayOf).find((name) => name !== undefined))
  if (named.every((name) => name !== undefined)) return named
  const open = inOrder.filter((day) => openWeekdays.includes(day))
  return open.length === days.length ? open : named
}

/** What a name of a file means: as was decided, else the only one of this name. */
function meaningIn(kind: NameKind, list: readonly { id: string; name: string }[], meanings: Meanings) {
  const [ids, find] = [new Set(list.map(({ id }) => id)), byName(list)]
  return ({ name, others }: NameRead) => {
    const meant = meanings.get(meaningKey(kind, name))
    if (meant === null || (meant && ids.has(meant))) return meant
    return find(name, others)
  }
}

/** Offices write رياضيات for الرياضيات. */
const bare = (text: string) =>
  fold(text)
    .replace(/(^| )ال(?=\S{2})/g, '$1')
    .replace(/[^\p{L}\p{N}]/gu, '')

/** The only one of this name, folded as names are; of a longer name its first and last words are enough. */
function byName(list: readonly { id: string; name: string }[]) {
  const named = list.map(({ id, name }) => ({ id, name: fold(name), bare: bare(name) }))
  return (text: string, others: readonly string[]) => {
    const wanted = fold(text)
    if (wanted === '') return undefined
    const near = (words: readonly string[]) =>
      named.filter((one) => words.every((word) => one.name.split(' ').includes(word)))
    const long = others.map((other) => fold(other).split(' ')).filter((words) => words.length > 1)
    const ways = [
      () => named.filter(({ name }) => name === wanted),
      () => named.filter((one) => one.bare === bare(text)),
      ...others.map((other) => () => named.filter(({ name }) => name === fold(other))),
      () => near(wanted.split(' ')),
      ...long.map((words) => () => near(words)),
    ]
    for (const way of ways) {
      const all = way()
      if (all.length > 0) return all.length === 1 ? all[0]!.id : undefined
    }
    return undefined
  }
}
