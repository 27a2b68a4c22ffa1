import type { Socket } from 'node:net'
import type pg from 'pg'
import type { Availability } from './availability.ts'
import { isLost, isPoolFull } from './lost.ts'

/** The connections of a pool, as Kysely takes and returns them. */
export type Connections = {
  connect: () => Promise<Connection>
  end: () => Promise<void>
}

export type Connection = {
  query: (question: pg.QueryConfig | string) => Promise<pg.QueryResult>
  release: () => void
}

/**
 * A pool that throws dead connections away instead of using them again, and gives none while the database is away. A
 * connection that goes silent is otherwise found by one call after another, each waiting for it.
 */
export function watchedPool(pool: pg.Pool, availability: Availability): Connections {
  const opened = new WeakMap<pg.ClientBase, number>()
  const open = new Set<pg.ClientBase>()
  pool.on('connect', (client) => {
    opened.set(client, performance.now())
    open.add(client)
  })
  pool.on('remove', (client) => open.delete(client))
  availability.whenAway(() => open.forEach(cut))

  async function connect(): Promise<Connection> {
    availability.check()
    const client = await pool.connect().catch((problem: unknown) => {
      if (isPoolFull(problem)) availability.look()
      else if (isLost(problem)) availability.lost(problem)
      throw problem
    })
    if ((opened.get(client) ?? 0) > availability.trustedSince()) return inUse(client, availability)
    discard(client)
    return connect()
  }

  return { connect, end: () => pool.end() }
}

function inUse(client: pg.PoolClient, availability: Availability): Connection {
  let problem: unknown = null
  return {
    async query(question) {
      // What follows on a lost connection, a rollback above all, would wait as long again.
      if (problem) throw problem
      try {
        return await client.query(question as string)
      } catch (failed) {
        if (!isLost(failed)) throw failed
        problem = failed
        cut(client)
        availability.lost(failed)
        throw failed
      }
    },
    release: () => (problem ? discard(client) : client.release()),
  }
}

function discard(client: pg.PoolClient) {
  cut(client)
  client.release(true)
}

/** Closes the socket itself: the driver would wait for the answer to its good-bye. */
const cut = (client: pg.ClientBase) =>
  void (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
