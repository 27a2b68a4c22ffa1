import type pg from 'pg'
import { afterAll, inject } from 'vitest'
import { copyOf, type Ground } from './ground.ts'
import { keptConnections } from './kept-connections.ts'

export { asRequests, ask, inDatabase, values } from './ground.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    ground: Ground
  }
}

/** This test file's own copy of the world, as its owner; dropped after the file. Not to be called inside a test. */
export const testDatabase = (): Promise<pg.ClientConfig> => ownCopy(inject('ground').worldTemplate)

/** The same without people: migrated, with only the initial rows. */
export const emptyDatabase = (): Promise<pg.ClientConfig> => ownCopy(inject('ground').emptyTemplate)

/** Asks one statement at a time in a copy, as the account of that connection, with parameters. */
export function sqlIn(connection: pg.ClientConfig) {
  return async <Row extends pg.QueryResultRow = any>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await keptConnections(connection)!.query<Row>(text, values)).rows
}

/** The copy of the previous test file, while it is being dropped. */
let leaving: Promise<void> = Promise.resolve()

async function ownCopy(template: string) {
  const ground = inject('ground')
  const { connection, drop } = await copyOf(ground, template)
  afterAll(async () => {
    await leaving
    leaving = drop()
    // Dropping a database takes a while, so the next file begins meanwhile if the server is our own.
    if (ground.server.connectionString) await leaving
  })
  return connection
}

/** The same connection as an address, for the settings of another process. */
export const urlOf = ({ connectionString, user, host, port, database }: pg.ClientConfig) =>
  connectionString ?? `postgres://${user}@${encodeURIComponent(host ?? '')}:${port}/${database}`
