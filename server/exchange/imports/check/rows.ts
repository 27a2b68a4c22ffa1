import type { Db } from '#server/db/db.ts'
import { dayDoubt, doubts } from './agreement.queries.ts'
import type { PageRequest } from '#server/db/page.ts'
import { type RowsQuery, rowsFound } from './rows.queries.ts'
import { studentsNamed } from './similar.queries.ts'
import { wordsOfPlan, wordsOfRecord } from './words-of-record.ts'

/** Rows of an import as they are answered, by their number. */
export async function rowsOf(db: Db, wanted: RowsQuery, page: PageRequest) {
  const { rows, total } = await rowsFound(db, wanted, page)
  const known = await studentsNamed(
    db,
    wanted.schoolId,
    rows.flatMap(({ similarIds }) => similarIds),
  )
  return {
    rows: rows.map(({ said, health, named, own, plan, similarIds, isNew, sameAs, days, dates, ...row }) => ({
      ...row,
      similar: known.filter(({ studentId }) => similarIds.includes(studentId)),
      doubted: row.problems.some(({ reason }) => reasons.includes(reason)),
      decision: days ?? decisionOn(isNew, sameAs),
      record: plan ? wordsOfPlan(plan, dates) : wordsOfRecord({ ...said, ...health }, named ?? [], own ?? []),
    })),
    total,
  }
}

function decisionOn(isNew: boolean, sameAs: string | null) {
  if (isNew) return 'new' as const
  return sameAs ? ('same' as const) : null
}

const reasons: readonly string[] = [...Object.values(doubts), dayDoubt]
