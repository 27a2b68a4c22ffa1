import type { SchemeRules } from '#contract/results/scheme-rules.ts'
import type { Reach } from '#server/access/reach.ts'
import type { Db } from '#server/db/db.ts'
import { sideBySide } from '#server/db/side-by-side.ts'
import { closedCoursesOfClass, openClosing } from './closings.queries.ts'
import { coursesIn, pupilsInTerm } from './placing.ts'
import { partMarksOf, type ResultScope, usesOfGrade } from './recorded.queries.ts'
import { type GradeChoice, taughtIn, type TermRow } from './terms.queries.ts'

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
  const areOwn = (courseIds: readonly string[]) => courseIds.every((id) => own.includes(id))
  if (supervises || own.length === 0 || !areOwn(taught)) return supervises
  return areOwn(await coursesInLists(db, { ...of, gradeId, today: school.today }, term))
}

/** Grades with their classes, each `whole` where its lists of all courses are open to the caller. */
export async function withWholeClasses(
  db: Db,
  { school, reach, grades }: { school: School; reach: Reach; grades: readonly GradeChoice[] },
  term: TermRow,
) {
  if (reach.of !== 'classes') return grades
  const answered: GradeChoice[] = []
  for (const grade of grades) {
    const classes: GradeChoice['classes'] = []
    for (const room of grade.classes) {
      const asked = { school, reach, gradeId: grade.id, classRoomId: room.id }
      classes.push({ ...room, whole: room.whole && (await hasWholeClass(db, asked, term)) })
    }
    answered.push({ ...grade, classes })
  }
  return answered
}

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
