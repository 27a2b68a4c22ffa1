import { type Clash, clashOf, periodOf, clashRulesOf } from '#contract/school/timetable/clashes.ts'
import { fold } from '#contract/language/fold.ts'
import { newId } from '#server/db/ids.ts'
import type { PlannedLesson, WeekPlan } from './drafts.queries.ts'

export type PastedRow = {
  className: string
  weekday: string
  number: number
  courseName: string
  teacherName?: string | null | undefined
  roomName?: string | null | undefined
}

/** Why a row of a table is left out. */
export type LeftOut = { row: number; reason: 'class' | 'course' | 'teacher' | 'room' | 'hours' | 'taken'; name: string }

/**
 * Reads rows of a table as lessons, by names as people write them. A row that names something unknown, and one whose place is
 * taken by then, is left out with the reason.
 */
export function lessonsOfRows(plan: WeekPlan, rows: readonly PastedRow[]) {
  const rules = clashRulesOf(plan)
  const [classOf, courseOf, teacherOf, roomOf] = [plan.classes, plan.courses, plan.teachers, plan.rooms].map(byName)
  const lessons: PlannedLesson[] = []
  const leftOut: LeftOut[] = []
  for (const [at, row] of rows.entries()) {
    const leave = (reason: LeftOut['reason'], name: string) => leftOut.push({ row: at + 1, reason, name })
    const [classRoomId, courseId] = [classOf!(row.className), courseOf!(row.courseName)]
    const teacherId = row.teacherName ? teacherOf!(row.teacherName) : null
    const roomId = row.roomName ? roomOf!(row.roomName) : null
    if (!classRoomId) leave('class', row.className)
    else if (!courseId) leave('course', row.courseName)
    else if (teacherId === undefined) leave('teacher', row.teacherName!)
    else if (roomId === undefined) leave('room', row.roomName!)
    else {
      const lesson: PlannedLesson = {
        id: newId(),
        courseId,
        weekday: row.weekday,
        number: row.number,
        week: 0,
        fixed: false,
        classes: [{ classRoomId, groupId: null }],
        teacherIds: teacherId ? [teacherId] : teachersOf(plan, classRoomId, courseId),
        roomIds: roomId ? [roomId] : [],
      }
      const hours = rules.hoursOf(lesson)
      const clash: Clash | null = clashOf(lesson, [...plan.lessons, ...lessons], rules)
      if (hours && !periodOf(hours.periods, lesson.number)) leave('hours', String(row.number))
      else if (clash) leave('taken', row.className)
      else lessons.push(lesson)
    }
  }
  return { lessons, leftOut }
}

/** Who teaches the course in the class, if that is one person: then the table need not say it. */
function teachersOf({ teaching }: WeekPlan, classRoomId: string, courseId: string) {
  const all = teaching.filter((one) => one.classRoomId === classRoomId && one.courseId === courseId)
  return all.length === 1 ? [all[0]!.teacherId] : []
}

/** The only one of this name, folded as names are; of a longer name its first and last words are enough. */
function byName(list: readonly { id: string; name: string }[]) {
  const named = list.map(({ id, name }) => ({ id, name: fold(name) }))
  return (text: string) => {
    const wanted = fold(text)
    const words = wanted.split(' ')
    const exact = named.filter(({ name }) => name === wanted)
    const near = named.filter(({ name }) => words.every((word) => name.split(' ').includes(word)))
    const found = exact.length > 0 ? exact : near
    return found.length === 1 ? found[0]!.id : undefined
  }
}
