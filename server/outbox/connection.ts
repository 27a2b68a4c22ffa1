import pg from 'pg'
import { keptAlive } from '#server/db/client.ts'

/** Runs a query. Throws when that failed; the next one runs on a new connection. */
export type Query = <T>(question: (client: pg.ClientBase) => Promise<T>) => Promise<T>

export type OutboxConnection = { query: Query; close: () => Promise<void> }

/** What a connection may listen to. */
const statements = {
  outbox: 'listen outbox',
  jobs: 'listen jobs',
  notices: 'listen notices',
  live: 'listen live',
}

export type ListensTo = keyof typeof statements

/**
 * A connection as the owner that listens for notifications, opened again when it is lost. A database that does not
 * answer for five seconds counts as lost. `notify` is called with the payload of every notification, and without one
 * when the connection is lost: the next query opens another.
 */
export function outboxConnection(
  owner: pg.ClientConfig,
  notify: (message?: string) => void,
  channel: ListensTo = 'outbox',
): OutboxConnection {
  let current: Promise<pg.Client> | null = null
  let closed = false
  // One query at a time.
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
    // In the words of the driver: who asks takes it for a lost connection.
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
