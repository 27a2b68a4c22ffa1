import pg from 'pg'
import { keptAlive } from '#server/db/client.ts'

/** Runs a query. Throws if it fails; the next query then uses a new connection. */
export type Query = <T>(question: (client: pg.ClientBase) => Promise<T>) => Promise<T>

export type OutboxConnection = { query: Query; close: () => Promise<void> }

/** The channels of the database that a connection can listen to. */
const statements = {
  outbox: 'listen outbox',
  jobs: 'listen jobs',
  notices: 'listen notices',
  live: 'listen live',
}

export type ListensTo = keyof typeof statements

/**
 * A connection as the owner of the database that listens for notifications and reconnects when it is lost. A database that does
 * not answer for five seconds counts as lost. `notify` is called with the payload of each notification, and without a payload
 * when the connection is lost; the next query then reconnects.
 */
export function outboxConnection(
  owner: pg.ClientConfig,
  notify: (message?: string) => void,
  channel: ListensTo = 'outbox',
): OutboxConnection {
  let current: Promise<pg.Client> | null = null
  let closed = false
  // Queries run one after another.
  let turn: Promise<unknown> = Promise.resolve()

  async function open() {
    const client = new pg.Client({
      ...owner,
      application_name: `kashkool ${channel}`,
      connectionTimeoutMillis: 2000,
      query_timeout: 5000,
      ...keptAlive,
    })
    client.on('notification', ({ payload = '' }) => notify(payload))
    client.on('error', () => {})
    await client.connect()
    await client.query(statements[channel]).catch((problem) => {
      void client.end().catch(() => {})
      throw problem
    })
    return client
  }

  function connect() {
    const connecting = open()
    connecting.then(
      (client) => client.on('end', () => disconnect(connecting)),
      () => {},
    )
    return connecting
  }

  function disconnect(lost: Promise<pg.Client>) {
    if (current !== lost) return
    current = null
    lost.then((client) => client.end()).catch(() => {})
    notify()
  }

  async function queried<T>(question: (client: pg.ClientBase) => Promise<T>) {
    // The same words as the driver's, so that the caller handles it as a lost connection.
    if (closed) throw new Error('Connection terminated')
    current ??= connect()
    const mine = current
    try {
      return await question(await mine)
    } catch (problem) {
      disconnect(mine)
      throw problem
    }
  }

  return {
    query(question) {
      const answer = turn.then(() => queried(question))
      turn = answer.catch(() => {})
      return answer
    },
    async close() {
      closed = true
      const last = current
      current = null
      await last?.then((client) => client.end()).catch(() => {})
    },
  }
}
