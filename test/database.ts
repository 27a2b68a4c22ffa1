import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { copyOf, type Ground } from '#test/ground.ts'

export { asRequests, ask, inDatabase, values } from '#test/ground.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    ground: Ground
  }
}

/** This test file's own copy of the world, as its owner; dropped after the file. Not to be called inside a test. */
export const testDatabase = (): Promise<pg.ClientConfig> => ownCopy(inject('ground').worldTemplate)

/** The same without anybody in it: migrated, with the first rows alone. */
export const emptyDatabase = (): Promise<pg.ClientConfig> => ownCopy(inject('ground').emptyTemplate)

/** Asks one statement at a time in a copy, as the account of that connection, over connections that are kept until the copy is dropped. */
export function sqlIn(connection: pg.ClientConfig) {
  return async <Row extends pg.QueryResultRow = any>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await poolOf(connection).query<Row>(text, values)).rows
}

const pools = new Map<string, pg.Pool>()

function poolOf(connection: pg.ClientConfig) {
  const key = JSON.stringify(connection)
  const known = pools.get(key)
  if (known) return known
  const pool = new pg.Pool({ ...connection, max: 20, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // One that a test ends on purpose is replaced by the pool.
  pool.on('error', () => {})
  pools.set(key, pool)
  return pool
}

async function ownCopy(template: string) {
  const { connection, name, drop } = await copyOf(inject('ground').server, template)
  afterAll(async () => {
    const own = [...pools].filter(([key]) => key.includes(name))
    for (const [key] of own) pools.delete(key)
    await Promise.all(own.map(([, pool]) => pool.end()))
    await drop()
  })
  return connection
}
