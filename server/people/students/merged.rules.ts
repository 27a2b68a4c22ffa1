import { conflict } from '#server/base/errors.ts'
import { lockRow } from '#server/db/change-row.ts'
import type { Db } from '#server/db/db.ts'
import { hasAnyMerged } from './students.queries.ts'

/**
 * Refuses entries that were merged with another. New records about such a child must be stored with the kept entry, and an undo
 * needs the entry as the merge left it. The students are locked, so that none is merged until the call ends.
 */
export async function mustNotBeMerged(db: Db, schoolId: string, studentIds: readonly string[]) {
  if (await hasAnyMerged(db, schoolId, studentIds)) throw conflict('This student was merged with another')
}

/** Locks a student for whom something is recorded, as `lockRow` does, and refuses an entry that was merged with another. */
export async function lockUnmerged(db: Db, schoolId: string, studentId: string) {
  await lockRow(db, { table: 'students', schoolId, id: studentId })
  await mustNotBeMerged(db, schoolId, [studentId])
}
