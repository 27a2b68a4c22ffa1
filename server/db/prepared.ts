import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Connection, Connections } from './pool.ts'
import { beginRequest } from './request-account.ts'

/**
 * Connections for requests. Their transactions begin as those of the requests' account, and their statements are
 * prepared once, by the name of their text, unless `prepares` is false. Reading a person's rights takes the planner
 * several times as long as the executor, and every call begins with it.
 */
export const forRequests = (pool: Connections, prepares: boolean): PostgresPool => ({
  connect: async () => requestClient(await pool.connect(), prepares),
  end: () => pool.end(),
})

function requestClient(connection: Connection, prepares: boolean): PostgresPoolClient {
  const { query, release } = connection
  const named = (text: string, values: unknown[]) => {
    if (text === 'begin') return beginRequest(connection)
    if (values.length === 0) return query(text)
    return query(prepares ? { name: nameOf(text), text, values } : { text, values })
  }
  return { query: named, release } as unknown as PostgresPoolClient
}

const names = new Map<string, string>()

function nameOf(text: string) {
  const known = names.get(text) ?? createHash('sha1').update(text).digest('base64url')
  names.set(text, known)
  return known
}
