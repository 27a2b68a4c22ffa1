import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** An import by its id, with its school. */
export type ImportKey = { id: string; schoolId: string }

/**
 * Locks an import until the call ends if it is in that state; returns whether it is. The state is read first without a lock, so that nobody
 * waits for an import that the worker is storing.
 */
export async function lockedIn(db: Db, { schoolId, id }: ImportKey, state: 'draft' | 'done') {
  const wanted = db
    .selectFrom('imports')
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .where('state', '=', state)
    .select('id')
  return (await wanted.executeTakeFirst()) !== undefined && (await wanted.forUpdate().executeTakeFirst()) !== undefined
}

/** Raises the version of an import whose draft has changed, and clears the reason why it once came back. */
export const touch = (db: Db, { schoolId, id }: ImportKey) =>
  sql`update imports set version = version + 1, modified_at = now(), reason = null where school_id = ${schoolId} and id = ${id}`.execute(
    db,
  )

/** Hands an import to the worker. */
export async function send(
  db: Db,
  { schoolId, id }: ImportKey,
  to: 'waiting' | 'undoing',
  by: { personId: string; rights: object },
) {
  await sql`update import_progress set rows = 0, last_row = null where school_id = ${schoolId} and import_id = ${id}`.execute(
    db,
  )
  await sql`
    update imports set state = ${to}, started_by = ${by.personId}, rights = ${JSON.stringify(by.rights)}, reason = null,
      modified_at = now() where school_id = ${schoolId} and id = ${id}`.execute(db)
}

export const removeImport = (db: Db, { schoolId, id }: ImportKey) =>
  db.deleteFrom('imports').where('schoolId', '=', schoolId).where('id', '=', id).execute()
