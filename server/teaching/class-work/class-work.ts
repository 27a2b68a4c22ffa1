import type { Permission } from '#contract/language/permissions.ts'
import { wholeSchoolKey } from '#contract/language/access.ts'
import { teachesIn } from '#server/access/authorise.queries.ts'
import { type WorkTable } from '#server/db/work-tables.ts'
import {
  addStudents,
  classIsActive,
  hasResultAbove,
  setForStudents,
  strangersAmong,
  takeOthersAway,
} from './class-work.queries.ts'
import { courseOf } from '#server/school/courses/courses.queries.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid, mustDiffer, notFound } from '#server/base/errors.ts'
import { publish } from '#server/outbox/events.ts'

/** What the rules need from a call that sets or rates work. */
export type Setting = {
  db: Db
  user: { id: string }
  school: { id: string; today: string }
  may: (key: Permission) => boolean
}

/** Homework, an exam or an activity as it is set or changed. Absent fields stay unchanged. */
export type Work = {
  kind: WorkTable
  /** Null: not stored yet. */
  workId: string | null
  classRoomId: string
  courseId?: string | undefined
  day?: string | undefined
  studentIds?: readonly string[] | null | undefined
  /** Set if the request names one student instead of a list. */
  forOne?: boolean
}

/** The names of the fields in the API, for the refusals. */
export const fields = {
  exam: { day: 'examDate', students: 'studentsIds', result: 'totalResult' },
  homework: { day: 'assignmentDate', students: 'studentIds', result: 'result' },
  activity: { day: 'activityDate', students: 'studentIds', result: 'result' },
}

/**
 * Refuses, with 400, a course that the person does not teach there, a day that cannot be planned, and students who are not in
 * the class (§8.3).
 */
export async function validateWork({ db, user, school, may }: Setting, work: Work) {
  const { kind, classRoomId, courseId, day, studentIds } = work
  if (
    courseId &&
    !may(wholeSchoolKey) &&
    !(await teachesIn(db, user.id, { schoolId: school.id, classRoomId, courseId }))
  )
    throw invalid('You do not teach this course in this class', 'courseId')
  if (day && !isPlannable(day, school.today)) throw invalid('This date cannot be used', fields[kind].day)
  if (!studentIds) return

  mustDiffer(studentIds, 'A student is listed twice', fields[kind].students)
  if ((await strangersAmong(db, { ...work, schoolId: school.id, studentIds })) > 0) throw notInClass(work)
}

const notInClass = ({ kind, forOne }: Work) =>
  invalid('A student is not in this class', forOne ? 'studentId' : fields[kind].students)

/** Refuses a course that does not belong to the school. */
export async function mustHaveCourse(db: Db, schoolId: string, courseId: string | undefined) {
  if (courseId && !(await courseOf(db, schoolId, courseId))) throw notFound()
}

/**
 * Sets stored work for the named students, or for the whole class. Returns the students. Refuses a class that is not active.
 */
export async function setWork({ db, school }: Setting, work: Work, workId: string) {
  const { kind, classRoomId, studentIds = null } = work
  if (!(await classIsActive(db, school.id, classRoomId))) throw conflict('This class is not active')
  const set = await setForStudents(db, { kind, schoolId: school.id, workId, classRoomId, studentIds })
  // A student may have left the class since the check.
  if (studentIds && set.length < studentIds.length) throw notInClass(work)
  return set
}

/** Notifies the parents of the students. It is one event for each call, whatever the number of works. */
export const publishWork = (
  { db, user, school }: Setting,
  event: WorkTable,
  set: { workId: string; studentIds: string[] }[],
) => publish(db, { event, schoolId: school.id, actorId: user.id, payload: { set } })

type Reset = { kind: WorkTable; workId: string; studentIds?: readonly string[] | null | undefined; rate: number }

/**
 * Sets work for other students; if absent, the students stay the same. Refuses a full mark that is lower than a result. Returns
 * how many rows changed.
 */
export async function resetWork({ db, user, school }: Setting, { kind, workId, studentIds, rate }: Reset) {
  const work = { kind, schoolId: school.id, workId }
  const named = studentIds && { ...work, studentIds }
  const changed = named ? (await addStudents(db, named)) + (await takeOthersAway(db, named, user.id)) : 0
  if (await hasResultAbove(db, work, rate)) throw conflict('A result is above the full mark', { field: 'rate' })
  return changed
}

/** Planned days are between 2000 and one year from today (api.md §7). */
function isPlannable(day: string, today: string) {
  const yearFromNow = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`
  return day >= '2000-01-01' && day <= yearFromNow
}
