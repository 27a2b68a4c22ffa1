import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type pg from 'pg'
import { Batch, rowsOfAnswer } from './batch.ts'
import { type DatabaseAddress, withClient } from './client.ts'
import type { Db } from './db.ts'
import { names } from './names.ts'
import type { DB } from './schema.d.ts'
import { statementOf } from './speculation/statements.ts'

/**
 * The statements of one connection, beside the calls: no account is set, nothing is guessed, and every answer is awaited. Rows are read as
 * those of calls. `prepares`: whether statements that are used again stay prepared, for a connection that lives long.
 */
export function connected(client: pg.ClientBase, { prepares = false } = {}): Db {
  const connection = {
    async query(text: string, values: unknown[]) {
      const { name, isKept } = statementOf(text)
      const batch = new Batch()
      const answer = batch.ask({ text, name: prepares && isKept ? name : undefined, values })
      client.query(batch)
      const answered = await answer
      return { ...answered, rows: rowsOfAnswer(answered) }
    },
    release() {},
  }
  const pool = { connect: async () => connection, end: async () => {} } as unknown as PostgresPool
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }), plugins: [names] })
}

/** Runs the work on a separate connection. Throws as `withClient` does. */
export const withDb = <T>(address: DatabaseAddress, work: (db: Db) => Promise<T>): Promise<T> =>
  withClient(address, (client) => work(connected(client)))
