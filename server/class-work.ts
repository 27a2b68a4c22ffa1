import type { Permission } from '#contract/permissions.ts'
import { wholeSchoolKey } from '#contract/access.ts'
import { worksIn } from './authorise.queries.ts'
import {
  changeStudents,
  classIsActive,
  hasResultAbove,
  type KindOfWork,
  setForStudents,
  strangersAmong,
} from './class-work.queries.ts'
import { todayIn } from './days.ts'
import type { Db } from './db/db.ts'
import { conflict, invalid } from './errors.ts'

/** What the rules need of the call that sets work for a class. */
type Setting = {
  db: Db
  user: { id: string }
  school: { id: string; timeZone: string }
  may: (key: Permission) => boolean
}

/** Homework, an exam or an activity as it is set or changed; what is absent stays as it is. */
export type Work = {
  kind: KindOfWork
  /** Null while it is not stored. */
  workId: string | null
  classRoomId: string
  courseId?: string | undefined
  day?: string | undefined
  studentIds?: readonly string[] | null | undefined
}

/** The wire's names of the day and the students of a kind. */
const fields = {
  exam: { day: 'examDate', students: 'studentsIds' },
  homework: { day: 'assignmentDate', students: 'studentIds' },
  activity: { day: 'activityDate', students: 'studentIds' },
}

/** Refuses, with 400, a course one does not teach there, a day that cannot be planned, and students of elsewhere (§8.3). */
export async function judgeWork({ db, user, school, may }: Setting, work: Work) {
  const { kind, classRoomId, courseId, day, studentIds } = work
  if (courseId && !may(wholeSchoolKey) && !(await worksIn(db, user.id, classRoomId, courseId)))
    throw wrong('courseId', 'You do not teach this course in this class')
  if (day && !isPlannable(day, todayIn(school.timeZone))) throw wrong(fields[kind].day, 'This date cannot be used')
  if (!studentIds) return

  if (new Set(studentIds).size < studentIds.length) throw wrong(fields[kind].students, 'A student is listed twice')
  if ((await strangersAmong(db, { ...work, studentIds })) > 0)
    throw wrong(fields[kind].students, 'A student is not in this class')
}

/** Sets stored work for the students named, or for the whole class; answers for whom. Refuses a class that is not active. */
export async function setWork({ db, school }: Setting, { kind, classRoomId, studentIds = null }: Work, workId: string) {
  if (!(await classIsActive(db, school.id, classRoomId))) throw conflict('This class is not active')
  return setForStudents(db, { kind, schoolId: school.id, workId, classRoomId, studentIds })
}

type Reset = { kind: KindOfWork; workId: string; studentIds?: readonly string[] | null | undefined; rate: number }

/** Sets work for other students (absent: for the same). Refuses a full mark below a result. Answers the rows changed. */
export async function resetWork({ db, user, school }: Setting, { kind, workId, studentIds, rate }: Reset) {
  const by = user.id
  const changed = studentIds ? await changeStudents(db, { kind, schoolId: school.id, workId, studentIds, by }) : 0
  if (await hasResultAbove(db, kind, workId, rate)) throw conflict('A result is above the full mark', { field: 'rate' })
  return changed
}

/** What is planned lies between 2000 and a year from today (api.md §7). */
function isPlannable(day: string, today: string) {
  const yearFromNow = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`
  return day >= '2000-01-01' && day <= yearFromNow
}

const wrong = (field: string, sentence: string) => invalid(sentence, { [field]: [sentence] })
