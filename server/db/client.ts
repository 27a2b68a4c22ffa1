import pg from 'pg'

/** Where a database is, and as which account to sign in. */
export type DatabaseAddress = pg.ClientConfig

/** TCP keep-alive: after this many ms of silence the system probes a connection, and closes it if there is no answer. */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** The process of PostgreSQL that serves a connection, as it was named at sign-in. */
export const processOf = (client: pg.ClientBase) => (client as unknown as { processID: number | null }).processID

/**
 * Runs the work on a separate connection. Throws if there is no connection after half a minute, or if the connection is lost.
 */
export async function withClient<T>(connection: DatabaseAddress, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionTimeoutMillis: 30_000, ...keptAlive, ...connection })
  // A lost connection fails the work at its next statement. Without a listener the event would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
