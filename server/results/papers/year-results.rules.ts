import type { PaperFacts, ResultOfYear } from '#contract/results/papers/content.ts'
import type * as z from 'zod/mini'
import type { Db } from '#server/db/db.ts'
import { broughtForPapers } from '#server/results/brought/brought.queries.ts'
import { latinNamesOfStaff } from './names-of-staff.queries.ts'
import { remarksOnPaper, writersOf } from './remarks-on-paper.rules.ts'
import { closedRowsOfYear, termsOfSameYear, type YearRow } from './year-results.queries.ts'

/** What a year card states in addition to the student, from the published closings of its terms. */
export type YearForPaper = {
  /** The first term of the year, under which its cards are stored. */
  termId: string
  closings: string[]
  yearName: string
  gradeName: string
  classRoomName: string
  yearResult: z.output<typeof ResultOfYear>
  /** Marks that another school or system gave; missing where there are none. */
  brought?: NonNullable<PaperFacts['brought']>
}

type Asked = { schoolId: string; studentIds: readonly string[]; termId: string; now: Date }
type Term = Awaited<ReturnType<typeof termsOfSameYear>>[number]

/** The results of the year to which a term belongs, by student; students without one are left out. */
export async function yearsForPapers(db: Db, { schoolId, studentIds, termId, now }: Asked) {
  const terms = await termsOfSameYear(db, schoolId, termId)
  if (!terms[0]) return new Map<string, YearForPaper>()
  const ids = terms.map(({ id }) => id)
  const rows = await closedRowsOfYear(db, schoolId, studentIds, ids, now)
  const students = [...new Set(rows.map(({ studentId }) => studentId))]
  const brought = await broughtForPapers(db, schoolId, students)
  const latinOf = await latinNamesOfStaff(db, schoolId, writersOf(rows))
  return new Map(
    students.map(
      (id) =>
        [
          id,
          {
            ...yearOf(
              terms,
              rows.filter(({ studentId }) => studentId === id),
              latinOf,
            ),
            ...broughtOf(brought, id),
          },
        ] as const,
    ),
  )
}

function yearOf(
  terms: readonly Term[],
  rows: readonly YearRow[],
  latinOf: (name: string) => string | null,
): YearForPaper {
  const latest = rows.at(-1)!
  const sum = rows.find(({ courseName }) => courseName === null)
  const marksOf = (row: YearRow | undefined) => terms.map(({ id }) => row?.marks[id] ?? noMark)
  const { total = null, fullMark = null, percent = null } = sum ?? {}
  return {
    termId: terms[0]!.id,
    closings: [...new Set(rows.flatMap(({ closings }) => closings))].toSorted(),
    yearName: terms[0]!.yearName,
    gradeName: latest.gradeName,
    classRoomName: latest.classRoomName,
    yearResult: {
      ...remarksOnPaper(rows, latinOf),
      terms: terms.map(({ id, name }) => ({ name, closed: rows.some(({ marks }) => id in marks) })),
      courses: rows
        .filter(({ courseName }) => courseName !== null)
        .map((row) => ({
          name: row.courseName!,
          ...(row.courseNameEn && { nameEn: row.courseNameEn }),
          marks: marksOf(row),
          total: row.total,
          fullMark: row.fullMark,
          percent: row.percent,
        })),
      totals: marksOf(sum),
      total,
      fullMark,
      percent,
      shown: total === null ? '' : `${total} / ${fullMark} · ${percent} %`,
    },
  }
}

function broughtOf(all: Awaited<ReturnType<typeof broughtForPapers>>, id: string) {
  const own = all.filter(({ studentId }) => studentId === id)
  return own.length > 0 && { brought: own.map(({ studentId: _, ...term }) => term) }
}

const noMark = { mark: null, state: null, fullMark: null }
