import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { unread } from '#server/db/speculation/ways.ts'

/** Sends texts to every process that listens, when and only when the transaction is committed. */
export const notifyLive = (db: Db, texts: string[]) =>
  unread(sql`select pg_notify('live', text) from unnest(${texts}::text[]) as text`).execute(db)
