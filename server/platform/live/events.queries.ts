import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '#server/db/db.ts'
import { unread } from '#server/db/speculation/pipeline.ts'

/** Sends texts to every process that listens, when and only when the transaction is committed. */
export const notifyLive = (db: Db, texts: string[]) =>
  sql`${unread} select pg_notify('live', text) from unnest(${texts}::text[]) as text`.execute(db)

/** Checks whether the connection is alive. */
export const ping = (client: pg.ClientBase) => client.query('select 1')
