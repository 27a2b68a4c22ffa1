import { conflict, found, invalid } from '#server/call/errors.ts'
import type { Db } from '#server/db/db.ts'
import { datedYear } from './changes.queries.ts'

type Term = { startDate: string; endDate: string }

/** Refuses terms that overlap, or that lie outside the dated months of their year; a completed year has the terms it had. */
export async function mustBeTermsOf(db: Db, schoolId: string, yearId: string, terms: readonly Term[]) {
  for (const [at, { startDate, endDate }] of terms.entries()) {
    if (endDate < startDate) throw invalid('Invalid date', `terms[${at}].endDate`)
    if (at > 0 && startDate <= terms[at - 1]!.endDate) throw invalid('Two terms overlap', `terms[${at}].startDate`)
  }
  const { completed, firstDay, lastDay } = found(await datedYear(db, schoolId, yearId))
  if (completed) throw conflict('A completed year cannot be changed')
  if (terms.some((term) => (firstDay && term.startDate < firstDay) || (lastDay && term.endDate > lastDay)))
    throw invalid('A term lies outside the months of its year', 'terms')
}
