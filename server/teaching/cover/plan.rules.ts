import { createHash } from 'node:crypto'
import { minuteOf } from '#contract/school/timetable/clashes.ts'
import type { CoverOfDay, CoverWay, DayLesson, TeacherOfDay } from './facts.queries.ts'

export type DayAbsence = {
  teacherId: string
  fromTime: string | null
  toTime: string | null
  numbers: number[] | null
}

/** Everything from which the lessons of one day are proposed. `over`: lessons that have ended. */
export type DayFacts = {
  schoolId: string
  day: string
  rules: { aDay: number; inRow: number }
  lessons: DayLesson[]
  absences: DayAbsence[]
  covers: Pick<CoverOfDay, 'id' | 'lessonId' | 'teacherId' | 'way' | 'state'>[]
  teachers: TeacherOfDay[]
  over: ReadonlySet<string>
}

type Span = Pick<DayLesson, 'number' | 'starts' | 'ends'>

/** Whether two lessons are at the same time: by the clock, or by their number where there is none. */
const overlaps = (one: Span, other: Span) =>
  one.starts && one.ends && other.starts && other.ends
    ? minuteOf(one.starts) < minuteOf(other.ends) && minuteOf(other.starts) < minuteOf(one.ends)
    : one.number === other.number

/** Whether a teacher misses a lesson by an absence of the day. */
export const missesLesson = (
  { fromTime, toTime, numbers }: Omit<DayAbsence, 'teacherId'>,
  { number, starts, ends }: Span,
) =>
  (!numbers || numbers.includes(number)) &&
  (!fromTime || !ends || ends > fromTime) &&
  (!toTime || !starts || starts < toTime)

export const isLive = ({ state }: { state: string }) => state === 'asked' || state === 'given'

export const isAbsentAt = ({ absences }: Pick<DayFacts, 'absences'>, teacherId: string, lesson: Span) =>
  absences.some((absence) => absence.teacherId === teacherId && missesLesson(absence, lesson))

/**
 * The lessons that nobody of their teachers can give, in the order in which they are given away: first those whose covering teacher is absent
 * too, then by time.
 */
export function lessonsToCover(facts: Pick<DayFacts, 'lessons' | 'absences' | 'covers'>): DayLesson[] {
  const { lessons, covers } = facts
  const fellOpen = (lesson: DayLesson) =>
    covers.some(
      ({ lessonId, state, teacherId }) =>
        lessonId === lesson.id && state === 'undone' && teacherId !== null && isAbsentAt(facts, teacherId, lesson),
    ) && !covers.some((cover) => cover.lessonId === lesson.id && isLive(cover))
  const keyOf = (lesson: DayLesson) =>
    `${fellOpen(lesson) ? 0 : 1} ${lesson.starts ?? ''} ${String(lesson.number).padStart(2, '0')} ${lesson.id}`
  return lessons
    .filter((lesson) => lesson.teacherIds.length > 0 && lesson.teacherIds.every((id) => isAbsentAt(facts, id, lesson)))
    .map((lesson) => ({ lesson, key: keyOf(lesson) }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ lesson }) => lesson)
}

/** What people have on the day, with what is given; `take` adds what is proposed or chosen. */
export function diaryOf(facts: DayFacts) {
  const byId = new Map(facts.lessons.map((lesson) => [lesson.id, lesson]))
  const own = new Map<string, DayLesson[]>()
  for (const lesson of facts.lessons)
    for (const id of lesson.teacherIds)
      if (!isAbsentAt(facts, id, lesson)) own.set(id, [...(own.get(id) ?? []), lesson])
  const covered = new Map<string, DayLesson[]>()
  const take = (teacherId: string, lesson: DayLesson) =>
    covered.set(teacherId, [...(covered.get(teacherId) ?? []), lesson])
  for (const cover of facts.covers) {
    const lesson = byId.get(cover.lessonId)
    if (isLive(cover) && cover.teacherId && lesson) take(cover.teacherId, lesson)
  }
  return {
    take,
    own: (id: string) => own.get(id) ?? [],
    covers: (id: string) => covered.get(id) ?? [],
    all: (id: string) => [...(own.get(id) ?? []), ...(covered.get(id) ?? [])],
  }
}

type Diary = ReturnType<typeof diaryOf>

/** How many lessons in a row a person would have with one more. */
function inRowWith(lessons: readonly Span[], number: number) {
  const taken = new Set([...lessons.map((lesson) => lesson.number), number])
  let row = 1
  for (let before = number - 1; taken.has(before); before--) row++
  for (let after = number + 1; taken.has(after); after++) row++
  return row
}

/** Why somebody cannot take a lesson; null if they can. */
export type Hindrance =
  | { kind: 'absent' | 'exempt' | 'tooMany' | 'tooLong' | 'declined' }
  | { kind: 'teaches'; lesson: DayLesson }

export function hindranceOf(facts: DayFacts, diary: Diary, teacher: TeacherOfDay, lesson: DayLesson): Hindrance | null {
  const { aDay, inRow } = facts.rules
  const all = diary.all(teacher.id)
  const busy = all.find((other) => overlaps(other, lesson))
  if (busy) return { kind: 'teaches', lesson: busy }
  if (isAbsentAt(facts, teacher.id, lesson)) return { kind: 'absent' }
  if (teacher.exempt) return { kind: 'exempt' }
  if (diary.covers(teacher.id).length >= aDay) return { kind: 'tooMany' }
  if (inRowWith(all, lesson.number) > inRow) return { kind: 'tooLong' }
  const declined = facts.covers.some(
    ({ lessonId, teacherId, state }) => lessonId === lesson.id && teacherId === teacher.id && state === 'declined',
  )
  return declined ? { kind: 'declined' } : null
}

type Ranked = {
  teacherId: string
  onSite: boolean
  isReserve: boolean
  below: number
  month: number
  year: number
  teaches: 'class' | 'course' | null
  lastDay: string | null
}

function teachesOf({ classIds, courseIds }: TeacherOfDay, lesson: DayLesson) {
  if (lesson.classIds.some((id) => classIds.includes(id))) return 'class'
  return courseIds.includes(lesson.courseId) ? 'course' : null
}

const candidateOf = (teacher: TeacherOfDay, diary: Diary, lesson: DayLesson): Ranked => ({
  teacherId: teacher.id,
  onSite: teacher.standby.length > 0 || diary.all(teacher.id).length > 0,
  isReserve: teacher.standby.includes(lesson.number),
  below: teacher.fullLoad - teacher.load,
  month: teacher.month,
  year: teacher.year,
  teaches: teachesOf(teacher, lesson),
  lastDay: teacher.lastDay,
})

/** The order, in the words of the rule: each is asked only if all before it are equal. No weights, so that people can check it. */
const orderOf = (one: Ranked): (number | string)[] => [
  one.onSite ? 0 : 1,
  one.isReserve ? 0 : 1,
  one.below > 0 ? 0 : 1,
  one.month,
  one.year,
  one.teaches ? 0 : 1,
  one.lastDay ?? '',
  one.teacherId,
]

function inOrder(one: Ranked, other: Ranked) {
  const [these, those] = [orderOf(one), orderOf(other)]
  const at = these.findIndex((value, nth) => value !== those[nth])
  return at < 0 || these[at]! < those[at]! ? -1 : 1
}

const candidatesAtMost = 12

/** Who teaches another group of the class at the same time; null if nobody does. */
function mergeIdOf(facts: DayFacts, diary: Diary, lesson: DayLesson): string | null {
  const beside = facts.lessons.find(
    (other) =>
      other.id !== lesson.id &&
      overlaps(other, lesson) &&
      [...other.groupIds, ...lesson.groupIds].every((id) => id !== null) &&
      other.classIds.some((id) => lesson.classIds.includes(id)) &&
      other.teacherIds.some((id) => !isAbsentAt(facts, id, other)),
  )
  return beside?.teacherIds.find((id) => diary.own(id).includes(beside)) ?? null
}

/** The lessons that fall away because their class ends early. */
export const movedIn = ({ covers }: Pick<DayFacts, 'covers'>): Set<string> =>
  new Set(covers.filter((cover) => cover.way === 'moved' && isLive(cover)).map(({ lessonId }) => lessonId))

/** Whether the day of all classes of a lesson can end before it: each has lessons before, and those after it fall away (`moved`) too. */
export const canEndEarly = ({ lessons }: Pick<DayFacts, 'lessons'>, lesson: DayLesson, moved: ReadonlySet<string>) =>
  lesson.classIds.every((classId) => {
    const ofClass = lessons.filter(({ classIds }) => classIds.includes(classId))
    return (
      ofClass.some(({ number }) => number < lesson.number) &&
      ofClass.every(({ id, number }) => number <= lesson.number || moved.has(id))
    )
  })

/** The covers by which a class would end early and does not any more, once these lessons take place again. */
export function endsNoMore(facts: Pick<DayFacts, 'lessons' | 'covers'>, again: readonly string[]) {
  const moved = movedIn(facts)
  for (const id of again) moved.delete(id)
  // From the end of the day, because each depends on those after it.
  const latestFirst = facts.lessons
    .filter(({ id }) => moved.has(id))
    .toSorted((one, other) => other.number - one.number)
  const freed = new Set(latestFirst.filter((lesson) => !canEndEarly(facts, lesson, moved) && moved.delete(lesson.id)))
  return facts.covers.filter((cover) => isLive(cover) && [...freed].some(({ id }) => id === cover.lessonId))
}

/** What is least bad if nobody is free: groups together, the end of the day earlier, supervised study. */
const leastBad = (mergeId: string | null, endsEarly: boolean): { way: CoverWay; teacherId: string | null } =>
  mergeId ? { way: 'merge', teacherId: mergeId } : { way: endsEarly ? 'moved' : 'study', teacherId: null }

/** Who takes each open lesson of the day, one after another, so that what is proposed for one counts for the next. */
export function planOfDay(facts: DayFacts) {
  const diary = diaryOf(facts)
  const teachers = new Map(facts.teachers.map((teacher) => [teacher.id, { ...teacher }]))
  const open = lessonsToCover(facts).filter(
    ({ id }) => !facts.over.has(id) && !facts.covers.some((cover) => cover.lessonId === id && isLive(cover)),
  )
  const moved = movedIn(facts)
  const lessons = open.map((lesson) => {
    const candidates = [...teachers.values()]
      .filter((teacher) => !hindranceOf(facts, diary, teacher, lesson))
      .map((teacher) => candidateOf(teacher, diary, lesson))
      .sort(inOrder)
    const [first] = candidates
    const mergeId = mergeIdOf(facts, diary, lesson)
    const endsEarly = canEndEarly(facts, lesson, moved)
    const of = { lessonId: lesson.id, mergeId, endsEarly, candidates: candidates.slice(0, candidatesAtMost) }
    if (!first?.onSite) return { ...of, ...leastBad(mergeId, endsEarly) }
    const chosen = teachers.get(first.teacherId)!
    diary.take(chosen.id, lesson)
    Object.assign(chosen, { month: chosen.month + 1, year: chosen.year + 1, lastDay: facts.day })
    const way: CoverWay = 'cover'
    return { ...of, way, teacherId: chosen.id }
  })
  const named = new Set(lessons.flatMap(({ candidates }) => candidates.map(({ teacherId }) => teacherId)))
  const plan = {
    schoolId: facts.schoolId,
    day: facts.day,
    lessons,
    teachers: facts.teachers
      .filter(({ id }) => named.has(id))
      // Not as the database orders names, which is not the same on every machine.
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ id, name, load, fullLoad, month, year, lastDay }) => ({
        teacherId: id,
        teacherName: name,
        load,
        fullLoad,
        month,
        year,
        lastDay,
      })),
  }
  return {
    ...plan,
    hash: createHash('sha256')
      .update(JSON.stringify([facts.rules, plan]))
      .digest('base64url'),
  }
}
