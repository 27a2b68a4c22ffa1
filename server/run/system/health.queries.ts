import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { accountChecksOf } from '#server/db/request-account.ts'

/**
 * Whether the database answers, has the schema of this version, and does not lose committed data; and whether a request sees no
 * rows before access has been decided.
 */
export async function checksOf(db: Db) {
  const { rows } = await sql<{ durable: boolean; version: boolean }>`
    select current_setting('fsync') = 'on' and current_setting('full_page_writes') = 'on'
        and current_setting('synchronous_commit') not in ('off', 'local') as durable,
      current_setting('server_version_num')::integer >= 150009 as version`.execute(db)
  const { own, powerless, walled } = await accountChecksOf(db)
  return { database: true, ...rows[0]!, walled: own && powerless && walled }
}
