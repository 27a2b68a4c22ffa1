import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type PageRequest, paged } from '#server/db/page.ts'

type Line = {
  /** Null for a phone without an account: then the same statements store nothing. */
  accountId: string | null
  actorId: string | null
  operation: string
  event: string
  device: string
  requestId: string
}

export const insertAccountLine = (db: Db, { accountId, actorId, operation, event, device, requestId }: Line) =>
  sql`
  insert into audit_lines (person_id, operation, outcome, target_kind, target_id, request_id, detail)
  select ${actorId}::uuid, ${operation}, ${event === 'failed' ? 'failed' : 'done'}, 'account', account, ${requestId},
    jsonb_build_object('event', ${event}::text, 'device', ${device}::text)
  from (select ${accountId}::uuid as account) as a where account is not null`.execute(db)

/** From where the lines of a call came. */
export const insertOrigin = (
  db: Db,
  { accountId, requestId, address }: { address: string } & Pick<Line, 'accountId' | 'requestId'>,
) =>
  sql`
  insert into audit_origins (request_id, account_id, address)
  select ${requestId}, account, ${address} from (select ${accountId}::uuid as account) as a where account is not null
  on conflict do nothing`.execute(db)

/** The lines of an account, the newest first. */
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
