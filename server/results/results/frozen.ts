import type { ClosedRemark } from './remarks.queries.ts'
import { courseFigures, type PupilFigures } from './figures.ts'

/** The rows that are stored for a pupil: one per course and one for the total. */
export function frozenRows({ pupil, courses, total, rank }: PupilFigures, remarks: readonly ClosedRemark[] | null) {
  if (courses.length === 0) return []
  const of = { studentId: pupil.id, classRoomId: pupil.classRoomId }
  const rows = [
    ...courses.map((course) => ({ ...courseFigures(course), rank: null, remarks: null })),
    { ...total, rank, remarks },
  ]
  return rows.map(({ courseName: _, grace, parts, ...row }) => ({
    ...row,
    ...of,
    parts: grace > 0 ? [...parts, gracePart(grace)] : parts,
  }))
}

/** Grace marks are stored as a part, so that the parts of a row still add up to its total. */
const gracePart = (grace: number) => ({
  id: 'grace',
  name: 'Grace marks',
  nameAr: 'درجات الرأفة',
  source: 'typed' as const,
  points: grace,
  exact: null,
  fullMark: 0,
  state: null,
  owed: false,
  derivation: {
    kind: 'typed' as const,
    count: 0,
    used: 0,
    missing: 0,
    mean: grace,
    of: null,
    absent: 0,
    late: 0,
    origin: null,
  },
})
