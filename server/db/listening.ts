import pg from 'pg'
import { sql } from 'kysely'
import { type DatabaseAddress, keptAlive } from './client.ts'
import { connected } from './connected.ts'
import type { Db } from './db.ts'

/** Runs a query. Throws if it fails; the next query then uses a new connection. */
export type Query = <T>(question: (db: Db) => Promise<T>) => Promise<T>

export type ListeningConnection = { query: Query; close: () => Promise<void> }

/** The channels of the database that a connection can listen to. */
const statements = {
  outbox: 'listen outbox',
  jobs: 'listen jobs',
  notices: 'listen notices',
  webhooks: 'listen webhooks',
  live: 'listen live',
}

export type ListensTo = keyof typeof statements

type Line = { client: pg.Client; db: Db }

/** Asks nothing: whether the connection is alive. */
export const ping = (db: Db) => sql`select 1`.execute(db)

/**
 * A connection as the owner of the database that listens for notifications and reconnects when it is lost. A database that does
 * not answer for five seconds counts as lost. `notify` is called with the payload of each notification, and without a payload
 * when the connection is lost; the next query then reconnects.
 */
export function listeningTo(
  channel: ListensTo,
  owner: DatabaseAddress,
  notify: (message?: string) => void,
): ListeningConnection {
  let current: Promise<Line> | null = null
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
    return { client, db: connected(client, { prepares: true }) }
  }

  function connect() {
    const connecting = open()
    connecting.then(
      ({ client }) => client.on('end', () => disconnect(connecting)),
      () => {},
    )
    return connecting
  }

  function disconnect(lost: Promise<Line>) {
    if (current !== lost) return
    current = null
    lost.then(({ client }) => client.end()).catch(() => {})
    notify()
  }

  async function queried<T>(question: (db: Db) => Promise<T>) {
    // The same words as the driver's, so that the caller handles it as a lost connection.
    if (closed) throw new Error('Connection terminated')
    current ??= connect()
    const mine = current
    try {
      return await question((await mine).db)
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
      await last?.then(({ client }) => client.end()).catch(() => {})
    },
  }
}
