import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** Such as '170004'. */
export async function versionOf(db: Db): Promise<string> {
  const { rows } = await sql<{ serverVersionNum: string }>`show server_version_num`.execute(db)
  return rows[0]!.serverVersionNum
}

export async function makeKashkool(db: Db) {
  // Two processes may make it at once.
  await sql`select pg_advisory_lock(hashtext('kashkool database'))`.execute(db)
  const { rows } = await sql`select from pg_database where datname = 'kashkool'`.execute(db)
  if (rows.length === 0) await sql`create database kashkool`.execute(db)
}

/** Whether another process uses the server of this connection. */
export async function areOthersThere(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(db)
  return rows.length > 0
}
