import { attendanceOf } from '#server/presence/settled-marks.queries.ts'
import type { Db } from '#server/db/db.ts'
import { sideBySide } from '#server/db/side-by-side.ts'
import { openClosing } from './closings.queries.ts'
import { courseFigures, type Figures, termFiguresOf } from './figures.ts'
import { closedSheet, studentsOfSheet } from './sheets.queries.ts'
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
  const figured = closing ? await closedFigures(db, scope, closing.id) : await figuresNow(db, scope, term)
  const ids = figured.map(({ id }) => id)
  const [students, attendance] = await sideBySide(
    db,
    studentsOfSheet(scope.schoolId, ids),
    attendanceOf({ schoolId: scope.schoolId, from: term.startDate, to: term.endDate }, ids),
  )
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

async function figuresNow(db: Db, scope: SheetScope & { today: string }, term: TermRow): Promise<Figured[]> {
  const all = await termFiguresOf(db, scope, term)
  return all.flatMap(({ pupil, courses, total }) => {
    const figures = courses.map(courseFigures)
    const { id, classRoomName } = pupil
    return figures.length > 0
      ? [{ id, classRoomName, courses: figures, total: scope.courseId ? figures[0]! : total }]
      : []
  })
}

async function closedFigures(db: Db, scope: SheetScope, closingId: string): Promise<Figured[]> {
  const pupils = new Map<string, Figured>()
  for (const row of await closedSheet(db, scope.schoolId, closingId, scope.classRoomId ?? null)) {
    const { studentId: id, classRoomName, classRoomId: _, rank: __, ...stored } = row
    const figures = { ...stored, grace: 0 } as Figures
    const pupil = pupils.get(id) ?? { id, classRoomName, courses: [], total: figures }
    pupils.set(id, pupil)
    if (figures.courseId !== null && (!scope.courseId || figures.courseId === scope.courseId))
      pupil.courses.push(figures)
    if (figures.courseId === (scope.courseId ?? null)) pupil.total = figures
  }
  return [...pupils.values()].filter(({ courses }) => courses.length > 0)
}
