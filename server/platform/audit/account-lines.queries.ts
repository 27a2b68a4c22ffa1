import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { unread } from '#server/db/speculation/ways.ts'
import { signed } from '#server/db/signing.ts'

type Origin = { accountId: string | null; requestId: string; address: string }

/**
 * Stores where the audit lines of a call came from, in the call's transaction. For a phone without an account the same statement runs and
 * stores nothing.
 */
export function insertOrigin(db: Db, { accountId, requestId, address }: Origin) {
  const signature = signed(db, 'audit origin', requestId, accountId, address)
  return unread(sql`select add_audit_origin(${requestId}, ${accountId}, ${address}, ${signature})`).execute(db)
}

/** The audit lines of an account, newest first. */
export const accountLines = (db: Db, accountId: string, page: PageRequest) =>
  paged(
    db
      .selectFrom('auditLines as l')
      .leftJoin('auditOrigins as o', 'o.requestId', 'l.requestId')
      .where('l.targetKind', '=', 'account')
      .where('l.targetId', '=', accountId)
      .select(['l.at', 'o.address'])
      .select([sql<string>`l.detail ->> 'event'`.as('event'), sql<string>`l.detail ->> 'device'`.as('device')])
      .orderBy('l.id', 'desc'),
    page,
  )
