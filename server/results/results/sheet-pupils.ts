import { attendanceOf } from '#server/school/presence/settled-marks.queries.ts'
import type { Db } from '#server/db/db.ts'
import { sideBySide } from '#server/db/speculation/ways.ts'
import { openClosing } from './closings.queries.ts'
import { closedFiguresOf, shownNow, type ShownPupil } from './closed-figures.ts'
import { type Figures, termFiguresOf } from './figures.ts'
import { studentsOfSheet } from './sheets.queries.ts'
import type { TermRow } from './terms.queries.ts'

/** A pupil with what lists show: as closed, or as it would be now. */
export type SheetPupil = {
  id: string
  name: string
  code: string
  seatNumber: string | null
  classRoomName: string
  courses: Figures[]
  /** Over all courses, or of the one course of the list. */
  total: Figures
  days: { absent: number; excused: number; late: number } | null
}

export type SheetScope = { schoolId: string; gradeId: string; classRoomId?: string; courseId?: string }

type Figured = Pick<SheetPupil, 'id' | 'classRoomName' | 'courses' | 'total'>

export async function sheetPupils(db: Db, scope: SheetScope & { today: string }, term: TermRow) {
  const closing = await openClosing(db, scope.schoolId, term.id, scope.gradeId)
  const shown = closing
    ? await closedFiguresOf(db, scope.schoolId, closing.id, scope.classRoomId)
    : (await termFiguresOf(db, scope, term)).map(shownNow)
  const figured = shown.flatMap((one) => figuredIn(one, scope.courseId))
  const ids = figured.map(({ id }) => id)
  const { students, attendance } = await sideBySide(db, {
    students: studentsOfSheet(scope.schoolId, ids),
    attendance: attendanceOf({ schoolId: scope.schoolId, from: term.startDate, to: term.endDate }, ids),
  })
  const [of, days] = [
    new Map(figured.map((one) => [one.id, one])),
    new Map(attendance.map((one) => [one.studentId, one])),
  ]
  const places = new Map(
    [...new Set(figured.map(({ classRoomName }) => classRoomName))].map((name, nth) => [name, nth]),
  )
  const pupils = students.map(
    (student): SheetPupil => ({
      ...student,
      ...of.get(student.id)!,
      days: days.get(student.id) ?? null,
    }),
  )
  // Classes keep the order in which they came; the database has sorted the names within each.
  return {
    closing: closing ? { issue: closing.issue, closedAt: closing.closedAt } : null,
    pupils: pupils.toSorted((a, b) => places.get(a.classRoomName)! - places.get(b.classRoomName)!),
  }
}

/** A list of one course has its figures as the total, and only pupils who have it. */
function figuredIn(
  { pupil: { id, classRoomName }, courses, total }: ShownPupil,
  courseId: string | undefined,
): Figured[] {
  const own = courseId ? courses.filter((one) => one.courseId === courseId) : courses
  return own.length > 0 ? [{ id, classRoomName, courses: own, total: courseId ? own[0]! : total }] : []
}
