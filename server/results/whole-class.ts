import type { SchemeRules } from '#contract/results/scheme-rules.ts'
import type { Reach } from '#server/access/reach.ts'
import type { Db } from '#server/db/db.ts'
import { sideBySide } from '#server/db/side-by-side.ts'
import { closedCoursesOfClass, openClosing } from './closings.queries.ts'
import { coursesIn, pupilsInTerm } from './placing.ts'
import { partMarksOf, type ResultScope, usesOfGrade } from './recorded.queries.ts'
import { type GradeChoice, type GradeInReach, taughtIn, type TermRow } from './terms.queries.ts'

type School = { id: string; today: string }
type Asked = { school: School; reach: Reach; gradeId: string; classRoomId: string }

/**
 * Whether lists of all courses of a class show a caller nothing beyond their reach. A course that nobody teaches any more stands in
 * them while it has work or marks, or was closed: it is for who supervises the class or sees the whole school.
 */
export async function hasWholeClass(db: Db, { school, reach, gradeId, classRoomId }: Asked, term: TermRow) {
  if (reach.of !== 'classes') return reach.of === 'school'
  const of = { schoolId: school.id, classRoomId }
  const { supervises, own, taught } = await taughtIn(db, { ...of, personId: reach.personId })
  if (supervises || !taught.every((id) => own.includes(id))) return supervises
  return areAllInLists(db, { of: { ...of, gradeId, today: school.today }, own }, term)
}

/** Grades with their classes, each `whole` where its lists of all courses are open to the caller. */
export async function withWholeClasses(
  db: Db,
  { school, reach, grades }: { school: School; reach: Reach; grades: readonly GradeInReach[] },
  term: TermRow | undefined,
): Promise<GradeChoice[]> {
  const answered: GradeChoice[] = []
  for (const grade of grades) {
    const classes: GradeChoice['classes'] = []
    for (const { supervised, ...room } of grade.classes) {
      // Few people teach every course of a class that they do not supervise: only for them its pupils are looked for.
      const isAsked = term !== undefined && reach.of === 'classes' && room.whole && !supervised
      const of = { schoolId: school.id, gradeId: grade.id, classRoomId: room.id, today: school.today }
      const own = room.courses.map(({ id }) => id)
      classes.push(isAsked ? { ...room, whole: await areAllInLists(db, { of, own }, term) } : room)
    }
    answered.push({ ...grade, classes })
  }
  return answered
}

/** Whether a teacher's own courses, which are some, are all that lists of a class have. */
const areAllInLists = async (db: Db, { of, own }: { of: OfClass; own: readonly string[] }, term: TermRow) =>
  own.length > 0 && (await coursesInLists(db, of, term)).every((id) => own.includes(id))

type OfClass = ResultScope & { classRoomId: string; today: string }

/** The courses that lists of a class have in a term: those that were closed, or those that count as it stands. */
async function coursesInLists(db: Db, scope: OfClass, term: TermRow) {
  const { schoolId, gradeId, classRoomId } = scope
  const closing = await openClosing(db, schoolId, term.id, gradeId)
  if (closing) return closedCoursesOfClass(db, { schoolId, closingId: closing.id, classRoomId })
  const { pupils, courses: known } = await pupilsInTerm(db, scope, term)
  const ids = pupils.map(({ id }) => id)
  const [uses, marks] = await sideBySide(
    db,
    usesOfGrade<SchemeRules>(schoolId, term.id, gradeId),
    partMarksOf(scope, term.id, ids),
  )
  const marksOf = (id: string) => marks.filter(({ studentId }) => studentId === id)
  const courses = coursesIn(pupils, known, marksOf).get(classRoomId)
  const isUsed = (id: string) => uses.some(({ courseId }) => courseId === null || courseId === id)
  return [...(courses?.keys() ?? [])].filter(isUsed)
}
