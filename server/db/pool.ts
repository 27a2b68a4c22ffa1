import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Availability } from './availability.ts'
import { type Answer, type BatchedStatement, Batch } from './batch.ts'
import { isLost, isPoolFull } from './lost.ts'

/** The connections of a pool, as Kysely takes and releases them. */
export type Connections = {
  connect: () => Promise<Connection>
  end: () => Promise<void>
}

export type Connection = {
  /** Statements that are sent before the first one is awaited are sent together. */
  query: (statement: BatchedStatement) => Promise<Answer>
  /** Allows a statement this many ms, until the connection is released. */
  wait: (ms: number) => void
  /** `last`: a promise of its last answers, if they have not arrived yet. */
  release: (last?: Promise<unknown>) => void
}

/** In ms: approximately the time needed to open a connection. */
const opening = 20

/**
 * A pool that does not reuse dead connections and gives out none while the database is unavailable. Otherwise one call after
 * another would find a silent connection and wait for it. It opens no new connection while one is only waiting for its last
 * answer.
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
  /** Released connections that still wait for their last answers. Each of them is awaited by only one call. */
  const soonFree = new Set<Promise<void>>()

  async function ofSoonFree() {
    const [next] = pool.idleCount === 0 && pool.totalCount < pool.options.max ? soonFree : []
    if (!next) return
    soonFree.delete(next)
    await Promise.race([next, pause(opening, undefined, { ref: false })])
  }

  function finishing(freed: Promise<void>) {
    soonFree.add(freed)
    void freed.then(() => soonFree.delete(freed))
  }

  async function connect(): Promise<Connection> {
    await ofSoonFree()
    availability.check()
    const client = await pool.connect().catch((problem: unknown) => {
      if (isPoolFull(problem)) availability.look()
      else if (isLost(problem)) availability.lost(problem)
      throw problem
    })
    if ((opened.get(client) ?? 0) > availability.trustedSince()) return inUse(client, availability, finishing)
    discard(client)
    return connect()
  }

  return { connect, end: () => pool.end() }
}

function inUse(
  client: pg.PoolClient,
  availability: Availability,
  finishing: (freed: Promise<void>) => void,
): Connection {
  let problem: unknown = null
  let batch: Batch | null = null
  let longest = 0

  const release = () => (problem ? discard(client) : client.release())

  function open() {
    const opened = new Batch()
    // Runs after everything that continues without an answer has continued.
    process.nextTick(() => {
      batch = null
      if (longest > 0) opened.waitsFor(longest)
      client.query(opened)
    })
    return opened
  }

  return {
    async query(asked) {
      // On a lost connection, the next statements, especially a rollback, would wait just as long.
      if (problem) throw problem
      try {
        batch ??= open()
        return await batch.ask(asked)
      } catch (failed) {
        if (!isLost(failed) || problem) throw failed
        problem = failed
        cut(client)
        availability.lost(failed)
        throw failed
      }
    },
    wait(ms) {
      longest = ms
    },
    release: (last) => (last ? finishing(last.then(release)) : release()),
  }
}

function discard(client: pg.PoolClient) {
  cut(client)
  client.release(true)
}

/** Closes the socket itself, because the driver would wait for the answer to its termination message. */
const cut = (client: pg.ClientBase) =>
  void (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
