import { conflict, found, invalid } from '#server/base/errors.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { lockedOpenYear } from '#server/school/years/years.queries.ts'
import { datedYear, hasResults, replaceTerms, termsOfYear } from './changes.queries.ts'

type Term = { startDate: string; endDate: string }
export type NamedTerm = Term & { name: string }

export const byStart = (one: Term, other: Term) => (one.startDate < other.startDate ? -1 : 1)

/**
 * Refuses terms that overlap, or that are outside the dated months of their year; the error contains their position in the
 * list. The terms of a completed year cannot change.
 */
export async function mustBeTermsOf(db: Db, schoolId: string, yearId: string, terms: readonly Term[]) {
  let before: Term | undefined
  for (const [at, term] of [...terms.entries()].toSorted(([, one], [, other]) => byStart(one, other))) {
    if (term.endDate < term.startDate) throw invalid('Invalid date', `terms[${at}].endDate`)
    if (before && term.startDate <= before.endDate) throw invalid('Two terms overlap', `terms[${at}].startDate`)
    before = term
  }
  // The year is locked before the calendar, as in every call that changes one of them.
  await lockedOpenYear(db, schoolId, yearId)
  const { completed, firstDay, lastDay } = found(await datedYear(db, schoolId, yearId))
  if (completed) throw conflict('A completed year cannot be changed')
  if (terms.some((term) => (firstDay && term.startDate < firstDay) || (lastDay && term.endDate > lastDay)))
    throw invalid('A term lies outside the months of its year', 'terms')
}

/**
 * Stores the terms of a year. A stored term keeps its id if its name or its days are sent again, because schemes, marks and
 * results refer to it. A term that has any of these cannot be removed.
 */
export async function saveTerms(db: Db, schoolId: string, yearId: string, terms: readonly NamedTerm[]) {
  const free = await termsOfYear(db, schoolId, yearId)
  const take = (test: (stored: NamedTerm) => boolean) => {
    const at = free.findIndex(test)
    return at < 0 ? undefined : free.splice(at, 1)[0]!.id
  }
  const byName = terms.map((term) => take(({ name }) => name === term.name))
  const ids = terms.map((term, at) => byName[at] ?? take((stored) => overlap(stored, term)) ?? newId())
  const removed = free.map(({ id }) => id)
  if (removed.length > 0 && (await hasResults(db, schoolId, removed)))
    throw conflict('A term with schemes, marks or results cannot be removed', { field: 'terms' })
  const named = terms.map((term, at) => ({ ...term, id: ids[at]! }))
  await replaceTerms(db, schoolId, yearId, named)
}

export const overlap = (one: Term, other: Term) => one.startDate <= other.endDate && other.startDate <= one.endDate
