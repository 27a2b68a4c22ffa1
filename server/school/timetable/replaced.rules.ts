import { type Clash, clashOf, clashRulesOf } from '#contract/school/timetable/clashes.ts'
import type { PlannedLesson, WeekPlan } from './drafts.queries.ts'

type Replaced = { fromId: string; toId: string }

/**
 * The lessons of a version that pass from one teacher to the other: those whose course the other one teaches there. A lesson at whose time the
 * other one teaches already stays, and is shown as one without a teacher.
 */
export function lessonsPassing(plan: WeekPlan, { fromId, toId }: Replaced): PlannedLesson[] {
  const taught = new Set(
    plan.teaching.flatMap((one) => (one.teacherId === toId ? `${one.courseId} ${one.classRoomId}` : [])),
  )
  const rules = clashRulesOf(plan)
  const now = new Map(plan.lessons.map((lesson) => [lesson.id, lesson]))
  const passing: PlannedLesson[] = []
  for (const lesson of plan.lessons) {
    if (!lesson.teacherIds.includes(fromId)) continue
    if (!lesson.classes.some(({ classRoomId }) => taught.has(`${lesson.courseId} ${classRoomId}`))) continue
    const teacherIds = [...new Set(lesson.teacherIds.map((id) => (id === fromId ? toId : id)))]
    const passed = { ...lesson, teacherIds }
    const clash: Clash | null = clashOf(passed, [...now.values()], rules)
    if (clash) continue
    now.set(lesson.id, passed)
    passing.push(passed)
  }
  return passing
}
