import type { SchemeRules } from '#contract/results/results/scheme-rules.ts'
import type { Reach } from '#server/db/reach.ts'
import type { Db } from '#server/db/db.ts'
import { sideBySide } from '#server/db/speculation/ways.ts'
import { closedCoursesOfClass, openClosing } from './closings.queries.ts'
import { coursesIn, pupilsInTerm } from './placing.ts'
import { partMarksOf, type ResultScope, usesOfGrade } from './recorded.queries.ts'
import { type GradeChoice, type GradeInReach, taughtIn, type TermRow } from './terms.queries.ts'

type School = { id: string; today: string }
type Asked = { school: School; reach: Reach; gradeId: string; classRoomId: string }

/**
 * Whether the lists of all courses of a class show the caller nothing beyond their reach. A course that nobody teaches any more is in these
 * lists while it has work or marks or was closed. Only the supervisor of the class and staff of the whole school may see it.
 */
export async function hasWholeClass(db: Db, { school, reach, gradeId, classRoomId }: Asked, term: TermRow) {
  if (reach.of !== 'classes') return reach.of === 'school'
  const of = { schoolId: school.id, classRoomId }
  const { supervises, own, taught } = await taughtIn(db, { ...of, personId: reach.personId })
  if (supervises || !taught.every((id) => own.includes(id))) return supervises
  return areAllInLists(db, { of: { ...of, gradeId, today: school.today }, own }, term)
}

/** Grades with their classes. `whole`: the lists of all courses of the class are open to the caller. */
export async function withWholeClasses(
  db: Db,
  { school, reach, grades }: { school: School; reach: Reach; grades: readonly GradeInReach[] },
  term: TermRow | undefined,
): Promise<GradeChoice[]> {
  const answered: GradeChoice[] = []
  for (const grade of grades) {
    const classes: GradeChoice['classes'] = []
    for (const { supervised, ...room } of grade.classes) {
      // Only people who teach every course of a class without supervising it need the query. There are few of them.
      const isAsked = term !== undefined && reach.of === 'classes' && room.whole && !supervised
      const of = { schoolId: school.id, gradeId: grade.id, classRoomId: room.id, today: school.today }
      const own = room.courses.map(({ id }) => id)
      classes.push(isAsked ? { ...room, whole: await areAllInLists(db, { of, own }, term) } : room)
    }
    answered.push({ ...grade, classes })
  }
  return answered
}

/** Whether the lists of a class contain only courses that the teacher teaches (and they teach at least one). */
const areAllInLists = async (db: Db, { of, own }: { of: OfClass; own: readonly string[] }, term: TermRow) =>
  own.length > 0 && (await coursesInLists(db, of, term)).every((id) => own.includes(id))

type OfClass = ResultScope & { classRoomId: string; today: string }

/** The courses in the lists of a class in a term: the closed ones, or else those that count now. */
async function coursesInLists(db: Db, scope: OfClass, term: TermRow) {
  const { schoolId, gradeId, classRoomId } = scope
  const closing = await openClosing(db, schoolId, term.id, gradeId)
  if (closing) return closedCoursesOfClass(db, { schoolId, closingId: closing.id, classRoomId })
  const { pupils, courses: known } = await pupilsInTerm(db, scope, term)
  const ids = pupils.map(({ id }) => id)
  const { uses, marks } = await sideBySide(db, {
    uses: usesOfGrade<SchemeRules>(schoolId, term.id, gradeId),
    marks: partMarksOf(scope, term.id, ids),
  })
  const marksOf = (id: string) => marks.filter(({ studentId }) => studentId === id)
  const courses = coursesIn(pupils, known, marksOf).get(classRoomId)
  const isUsed = (id: string) => uses.some(({ courseId }) => courseId === null || courseId === id)
  return [...(courses?.keys() ?? [])].filter(isUsed)
}
