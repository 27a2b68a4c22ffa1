import type { PaperFacts } from '#contract/results/papers/content.ts'
import { attendanceOf } from '#server/school/presence/settled-marks.queries.ts'
import type { Db } from '#server/db/db.ts'
import { latinNamesOfStaff } from './names-of-staff.queries.ts'
import { remarksOnPaper, writersOf } from './remarks-on-paper.rules.ts'
import { type ClosedRow, closedRows } from './results.queries.ts'

/** What a result card states in addition to the student, from the published closing of a term. */
export type ResultForPaper = Pick<PaperFacts, 'result' | 'attendance' | 'yearName'> & {
  closingId: string
  gradeName: string
  classRoomName: string
}

type Asked = { schoolId: string; studentIds: readonly string[]; termId: string; now: Date }

/** The results of a term by student; students without one are left out. */
export async function resultsForPapers(db: Db, { schoolId, studentIds, termId, now }: Asked) {
  const rows = await closedRows(db, schoolId, studentIds, termId, now)
  const [one] = rows
  if (!one) return new Map<string, ResultForPaper>()
  const span = { schoolId, from: one.startDate, to: one.endDate }
  const { rows: days } = await attendanceOf(span, studentIds).execute(db)
  const attendance = new Map(days.map(({ studentId, ...counts }) => [studentId, counts]))
  const latinOf = await latinNamesOfStaff(db, schoolId, writersOf(rows))
  const students = [...new Set(rows.map(({ studentId }) => studentId))]
  return new Map(
    students.map((id) => {
      const own = rows.filter(({ studentId }) => studentId === id)
      return [id, { ...resultOf(own, latinOf), attendance: attendance.get(id) ?? null }] as const
    }),
  )
}

function resultOf(
  rows: readonly ClosedRow[],
  latinOf: (name: string) => string | null,
): Omit<ResultForPaper, 'attendance'> {
  const [first] = rows
  const { closingId, issue, termName, yearName, gradeName, classRoomName } = first!
  const sum = rows.find(({ courseId }) => courseId === null)
  const courses = rows
    .filter(({ courseId }) => courseId !== null)
    .map(({ courseName, courseNameEn, parts, total, fullMark, percent, band, state, passed, needsSecondRound }) => ({
      name: courseName ?? '',
      ...(courseNameEn && { nameEn: courseNameEn }),
      parts,
      total,
      fullMark,
      percent,
      band,
      state,
      passed,
      secondRound: needsSecondRound,
    }))
  const { total = null, fullMark = null, percent = null, band = null, passed = null, rank = null } = sum ?? {}
  const result = {
    ...remarksOnPaper(rows, latinOf),
    termName,
    issue,
    courses,
    total,
    fullMark,
    percent,
    band,
    passed,
    rank,
  }
  return { closingId, yearName, gradeName, classRoomName, result: { ...result, shown: shownOf(result) } }
}

/** For example '412 / 500 · 82.4 % · Excellent'; what the school does not show is left out. */
function shownOf({ total, fullMark, percent, band }: Pick<ClosedRow, 'total' | 'fullMark' | 'percent' | 'band'>) {
  const figures = total === null || fullMark === null ? total : `${total} / ${fullMark}`
  const name = band ? (band.nameAr ?? band.name) : null
  return [figures, percent === null ? null : `${percent} %`, name].filter((piece) => piece !== null).join(' · ')
}
