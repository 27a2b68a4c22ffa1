import pg from 'pg'

/** The system finds a line dead on which nothing was said for so many ms, and then hears nothing back. */
export const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** Does the work on a connection of its own; fails when none is there after half a minute, or the line is dead. */
export async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionTimeoutMillis: 30_000, ...keptAlive, ...connection })
  // One that is lost fails the work with its next statement; unheard, it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
