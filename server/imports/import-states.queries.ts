import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** An import by its id, with its school. */
export type ImportKey = { id: string; schoolId: string }

/**
 * Locks an import until the call ends, when it is in that state; answers whether it is. One that the worker has in its hands
 * is in another: nobody waits for that.
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

/** Raises the version of an import whose draft changed; why it once came back no longer matters. */
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
