import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** Whether the database answers, is of this version of the product, and keeps what it acknowledges. */
export async function checksOf(db: Db) {
  const { rows } = await sql<{ durable: boolean; version: boolean; walled: boolean }>`
    select current_setting('fsync') = 'on' and current_setting('full_page_writes') = 'on'
        and current_setting('synchronous_commit') not in ('off', 'local') as durable,
      current_setting('server_version_num')::integer >= 150009 as version,
      not (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as walled`.execute(db)
  return { database: true, ...rows[0]! }
}
