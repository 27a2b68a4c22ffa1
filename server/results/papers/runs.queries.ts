import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/**
 * Locks the papers that the same call issued as this one, so that nobody checks one of them meanwhile. They have their kind, issuer and
 * moment in common, because one transaction stored them.
 */
export async function lockRun(db: Db, schoolId: string, paperId: string) {
  const { rows } = await sql<{ id: string; checks: number; issuedOn: string; isRevoked: boolean }>`
    select p.id, p.checks, p.issued_on, p.revoked_at is not null as is_revoked
    from papers named
    join papers p on p.school_id = named.school_id and p.created_at = named.created_at
      and p.kind = named.kind and p.issued_by = named.issued_by
    where named.school_id = ${schoolId} and named.id = ${paperId}
    order by p.id for no key update of p`.execute(db)
  return rows
}

/** Takes the parents' notices of these revoked papers back. */
export async function takeBackNotices(db: Db, schoolId: string, paperIds: readonly string[]) {
  await sql`select take_back_papers(${schoolId}, ${[...paperIds]})`.execute(db)
}
