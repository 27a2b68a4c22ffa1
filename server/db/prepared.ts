import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/**
 * A pool whose statements are prepared once a connection, by the name of their text. Reading a person's rights takes the
 * planner several times as long as the executor, and every call begins with it.
 */
export const prepared = (pool: pg.Pool): PostgresPool => ({
  connect: async () => naming(await pool.connect()),
  end: () => pool.end(),
})

function naming(client: pg.PoolClient): PostgresPoolClient {
  const query = (text: string, values: unknown[]) =>
    values.length > 0 ? client.query({ name: nameOf(text), text, values }) : client.query(text)
  return { query, release: () => client.release() } as unknown as PostgresPoolClient
}

const names = new Map<string, string>()

function nameOf(text: string) {
  const known = names.get(text) ?? createHash('sha1').update(text).digest('base64url')
  names.set(text, known)
  return known
}
