import { type Clash, clashOf, periodOf, type Rules, clashRulesOf } from '#contract/school/timetable/clashes.ts'
import { conflict, invalid, mustDiffer, notFound } from '#server/base/errors.ts'
import type { WeekPlan, PlannedLesson } from './drafts.queries.ts'

type Version = { validFrom: string | null; weeks: number }

/** A published version is never changed, so that the past stays true. */
export function mustBeDraft({ validFrom }: Version) {
  if (validFrom !== null) throw conflict('This timetable is published; copy it to change it')
}

/** Refuses lessons that say what cannot be: foreign ids, a group of another class, a teacher without the course, a number too high. */
export function mustBePlannable(plan: WeekPlan, { weeks }: Version, lessons: readonly PlannedLesson[]) {
  const has = (list: readonly { id: string }[]) => {
    const ids = new Set(list.map(({ id }) => id))
    return (id: string) => ids.has(id)
  }
  const [isClass, isCourse, isTeacher] = [has(plan.classes), has(plan.courses), has(plan.teachers)]
  const isRoom = has(plan.rooms)
  const groups = new Map(plan.groups.map((group) => [group.id, group]))
  for (const { classes, courseId, teacherIds, roomIds, week } of lessons) {
    for (const { classRoomId, groupId } of classes) {
      if (!isClass(classRoomId)) throw notFound()
      if (!groupId) continue
      const group = groups.get(groupId)
      if (!group) throw notFound()
      if (group.classRoomId !== classRoomId) throw invalid('This group is of another class', 'lessons')
    }
    if (!isCourse(courseId) || !teacherIds.every(isTeacher) || !roomIds.every(isRoom)) throw notFound()
    mustDiffer(teacherIds, 'Invalid input', 'lessons')
    mustDiffer(roomIds, 'Invalid input', 'lessons')
    mustDiffer(
      classes.map(({ classRoomId, groupId }) => `${classRoomId} ${groupId}`),
      'Invalid input',
      'lessons',
    )
    if (weeks === 1 && week !== 0) throw invalid('This timetable has the same lessons every week', 'lessons')
  }
  mustTeach(plan, lessons)
  mustHaveTime(clashRulesOf(plan), lessons)
}

/** Who teaches comes from the courses of the class; a lesson is given by them alone. */
function mustTeach({ teaching, teachers }: WeekPlan, lessons: readonly PlannedLesson[]) {
  const taught = new Set(teaching.map((one) => `${one.teacherId} ${one.courseId} ${one.classRoomId}`))
  for (const { teacherIds, courseId, classes } of lessons)
    for (const teacherId of teacherIds)
      if (!classes.some(({ classRoomId }) => taught.has(`${teacherId} ${courseId} ${classRoomId}`)))
        throw invalid(`${named(teachers, teacherId)} does not teach this course in this class`, 'lessons')
}

/** A number that the hours of the class do not have. A school without hours plans by numbers alone. */
export function mustHaveTime({ hoursOf }: Rules, lessons: readonly PlannedLesson[]) {
  for (const lesson of lessons) {
    const hours = hoursOf(lesson)
    if (!hours || periodOf(hours.periods, lesson.number)) continue
    const many = hours.periods.filter(({ isBreak }) => !isBreak).length
    throw invalid(`The hours of this day have ${many} lessons`, 'lessons')
  }
}

/** Refuses the first clash of these lessons with any lesson of the version, by the name of who is taken and of the lesson in the way. */
export function mustNotClash(plan: WeekPlan, changed: readonly PlannedLesson[], all: readonly PlannedLesson[]) {
  const rules = clashRulesOf(plan)
  const byDay = new Map<string, PlannedLesson[]>()
  for (const lesson of all) byDay.set(lesson.weekday, [...(byDay.get(lesson.weekday) ?? []), lesson])
  for (const lesson of changed) {
    const clash = clashOf(lesson, byDay.get(lesson.weekday) ?? [], rules)
    if (clash) throw inTheWay(plan, clash)
  }
}

function inTheWay({ classes, courses, teachers, rooms }: WeekPlan, { kind, id, by }: Clash) {
  const those = by.classes.map(({ classRoomId }) => named(classes, classRoomId))
  const ofWhom = [...new Set(those)].join('، ')
  if (kind === 'teacher') return conflict(`${named(teachers, id)} teaches ${ofWhom} then`)
  if (kind === 'room') return conflict(`${named(rooms, id)} is taken by ${ofWhom} then`)
  return conflict(`${named(classes, id)} has ${named(courses, by.courseId)} then`)
}

const named = (list: readonly { id: string; name: string }[], id: string) =>
  list.find((one) => one.id === id)?.name ?? ''
