import type { Caller } from '#server/access/caller.ts'
import { forbidden } from '#server/base/errors.ts'
import type { Db } from '#server/db/db.ts'
import { isRosterOn } from './roster-connection.queries.ts'

/** Throws 403 for a program whose school switched OneRoster off. */
export async function mustHaveRosterOn(db: Db, { programId }: Pick<Caller, 'programId'>, schoolId: string) {
  if (programId !== undefined && !(await isRosterOn(db, schoolId)))
    throw forbidden('This school has switched OneRoster off')
}
