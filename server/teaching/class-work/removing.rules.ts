import { conflict } from '#server/base/errors.ts'
import type { Db } from '#server/db/db.ts'
import type { StoredWork } from './class-work.queries.ts'
import { countsInClosedTerm, hasPublishedMarks } from './removing.queries.ts'

/** Refuses to remove work whose marks parents were given as final, or that a closed result was computed from. */
export async function mustBeRemovable(db: Db, work: StoredWork) {
  if (await hasPublishedMarks(db, work))
    throw conflict('The marks of this exam are published; correct them instead of removing the exam')
  if (await countsInClosedTerm(db, work))
    throw conflict('Its marks count in a closed result; reopen the term before you remove it')
}
