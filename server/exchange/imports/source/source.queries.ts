import { sql } from 'kysely'
import { lockSchool } from '#server/db/change-row.ts'
import type { Db } from '#server/db/db.ts'
import { fullName } from '#server/db/search.ts'

export type RosterSourceRow = {
  rosterUrl: string
  tokenUrl: string
  clientId: string
  sealed: Buffer
  readAt: string | null
  changedByName: string | null
  version: number
}

export async function sourceOf(db: Db, schoolId: string) {
  const { rows } = await sql<RosterSourceRow>`
    select r.roster_url, r.token_url, r.client_id, r.sealed, r.read_at, ${fullName('u')} as changed_by_name, r.version
    from roster_sources r join users u on u.id = r.changed_by where r.school_id = ${schoolId}`.execute(db)
  return rows[0]
}

/** The same after the school was locked, so that nobody else changes it meanwhile. */
export async function lockedSource(db: Db, schoolId: string) {
  await lockSchool(db, schoolId)
  return sourceOf(db, schoolId)
}

type Saved = Pick<RosterSourceRow, 'rosterUrl' | 'tokenUrl' | 'clientId' | 'sealed'> & { by: string }

export const saveSource = (db: Db, schoolId: string, { rosterUrl, tokenUrl, clientId, sealed, by }: Saved) =>
  sql`
    insert into roster_sources (school_id, roster_url, token_url, client_id, sealed, changed_by)
    values (${schoolId}, ${rosterUrl}, ${tokenUrl}, ${clientId}, ${sealed}, ${by})
    on conflict (school_id) do update
    set roster_url = excluded.roster_url, token_url = excluded.token_url, client_id = excluded.client_id, sealed = excluded.sealed,
      changed_by = excluded.changed_by, version = roster_sources.version + 1, modified_at = now()`.execute(db)

/** Returns how many were removed. */
export async function removeSource(db: Db, schoolId: string) {
  const { numAffectedRows } = await sql`delete from roster_sources where school_id = ${schoolId}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export const markSourceRead = (db: Db, schoolId: string, now: Date) =>
  sql`update roster_sources set read_at = ${now.toISOString()} where school_id = ${schoolId}`.execute(db)
