import type { Db } from '#server/db/db.ts'
import { courseFigures, type Figures, type PupilFigures } from './figures.ts'
import { closedSheet } from './sheets.queries.ts'

/** The figures of a pupil that people read: as they were closed, or as they would be now. */
export type ShownPupil = {
  pupil: { id: string; name: string; classRoomId: string; classRoomName: string }
  courses: Figures[]
  total: Figures
}

export const shownNow = ({ pupil, courses, total }: PupilFigures): ShownPupil => ({
  pupil,
  courses: courses.map(courseFigures),
  total,
})

/** The figures that a closing stored, of one class or of all. Nothing that is recorded later changes them. */
export async function closedFiguresOf(db: Db, schoolId: string, closingId: string, classRoomId: string | null = null) {
  const pupils = new Map<string, ShownPupil>()
  for (const row of await closedSheet(db, schoolId, closingId, classRoomId)) {
    const { studentId: id, studentName: name, classRoomId: inClass, classRoomName, rank: _, ...stored } = row
    const figures = withGrace(stored as Omit<Figures, 'grace'>)
    const pupil = { id, name, classRoomId: inClass, classRoomName }
    const one = pupils.get(id) ?? { pupil, courses: [], total: figures }
    pupils.set(id, one)
    if (figures.courseId === null) one.total = figures
    else one.courses.push(figures)
  }
  return [...pupils.values()]
}

/** Grace marks are stored as a part (see `frozenRows`), and read as they are computed: beside the parts. */
function withGrace({ parts, ...rest }: Omit<Figures, 'grace'>): Figures {
  const grace = parts.find(({ id }) => id === 'grace')?.points ?? 0
  return { ...rest, parts: parts.filter(({ id }) => id !== 'grace'), grace }
}

/** What stands for a pupil who was not closed in a course, because they came later: nothing. */
export const notClosed = ({ courseId, courseName, fullMark, parts }: Figures): Figures => ({
  courseId,
  courseName,
  fullMark,
  parts: parts.map((part) => ({ ...part, points: null, exact: null, state: null, owed: false, derivation: nothing })),
  total: null,
  percent: null,
  band: null,
  state: null,
  passed: null,
  needsSecondRound: false,
  round: 1,
  grace: 0,
})

const nothing = {
  kind: 'none' as const,
  count: 0,
  used: 0,
  missing: 0,
  mean: null,
  of: null,
  absent: 0,
  late: 0,
  origin: null,
}

/** Whether two results of a course say the same: each part, the total, and what follows from it. */
export const saysTheSame = (one: Figures, other: Figures) => said(one) === said(other)

const said = ({ parts, total, state, passed, round }: Figures) =>
  JSON.stringify([parts.map(({ id, points, exact, state }) => [id, points, exact, state]), total, state, passed, round])
