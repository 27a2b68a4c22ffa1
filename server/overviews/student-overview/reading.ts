import { attendance } from '#contract/teaching/attendance/attendance.ts'
import type { studentOverview } from '#contract/overviews/student-overview/student-overview.ts'
import { conduct } from '#contract/teaching/conduct/conduct.ts'
import { desk } from '#contract/teaching/absence/desk.ts'
import { excuses } from '#contract/teaching/absence/excuses.ts'
import { guardians } from '#contract/people/official-records/guardians.ts'
import { notes } from '#contract/teaching/notes/notes.ts'
import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { papers } from '#contract/results/papers/papers.ts'
import type { Permission } from '#contract/language/permissions.ts'
import { postWriting } from '#contract/messages/posts/posts.ts'
import { results } from '#contract/results/results/results.ts'
import { studentActivities } from '#contract/teaching/activities/student-activities.ts'
import { studentExams } from '#contract/teaching/exams/student-exams.ts'
import { studentHomework } from '#contract/teaching/homework/student-homework.ts'
import { studentParents } from '#contract/people/parents/student-parents.ts'
import { childOf } from '#server/access/own-child.queries.ts'
import type { Context } from '#server/call/implement.ts'
import type { Reach } from '#server/db/reach.ts'

export type Call = Context<typeof studentOverview.get>

/** A list of the product: who reads it in a school, and whether parents do. */
type List = { access: { keys: readonly Permission[]; orOwnChildren: boolean; orParentOf?: string | null } }

/** With which reach the caller reads each part of the overview; null: not at all. A part is read by those who read its own list. */
export async function readingOf(call: Call) {
  const { reach, may, school, input } = call
  const own = await ownReach(call)
  const byStaff = ({ access }: List) => (access.keys.some(may) ? reach : null)
  const read = (list: List) => byStaff(list) ?? (list.access.orParentOf || list.access.orOwnChildren ? own : null)
  return {
    of: { schoolId: school.id, studentId: input.studentId, today: school.today },
    isParent: own !== null,
    attendance: read(attendance.list),
    exam: read(studentExams.list),
    homework: read(studentHomework.list),
    activity: read(studentActivities.list),
    notes: read(notes.list),
    conduct: read(conduct.ofStudent),
    decidesConduct: byStaff(conduct.decide) !== null,
    results: read(results.student),
    papers: read(papers.own),
    excuses: read(excuses.ofStudent),
    desk: byStaff(desk.get),
    health: byStaff(officialRecords.health),
    parents: byStaff(studentParents.list),
    guardians: byStaff(guardians.list),
    messages: byStaff(postWriting.written),
  }
}

export type ReadingOfOverview = Awaited<ReturnType<typeof readingOf>>

/** The reach of a caller who is also a parent of the student: beside their work at the school, they read what parents read. */
async function ownReach({ db, user, school, reach, input: { studentId } }: Call): Promise<Reach | null> {
  if (reach.of === 'children' || (reach.of === 'classes' && reach.childIds)) return reach
  if (!user.rights.parentSchools.includes(school.id) || !(await childOf(db, user, studentId))) return null
  return { of: 'classes', personId: user.id, childIds: [studentId] }
}
