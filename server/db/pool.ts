import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Availability } from './availability.ts'
import { type Answer, type BatchedStatement, Batch } from './batch.ts'
import { isLost, isPoolFull } from './lost.ts'

/** The connections of a pool, as Kysely takes and returns them. */
export type Connections = {
  connect: () => Promise<Connection>
  end: () => Promise<void>
}

export type Connection = {
  /** Statements that are asked before anything is waited for go together. */
  query: (statement: BatchedStatement) => Promise<Answer>
  /** Lets a statement take this many ms until the connection is released. */
  wait: (ms: number) => void
  /** `last`: what its last answers are, where they are still to come. */
  release: (last?: Promise<unknown>) => void
}

/** Milliseconds: about what opening a connection takes. */
const opening = 20

/**
 * A pool that throws dead connections away instead of using them again, and gives none while the database is away. A
 * connection that goes silent is otherwise found by one call after another, each waiting for it. It opens none while one only
 * waits for its last answer.
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
  /** Released, but for their last answers; each is waited for by one call alone. */
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
    // Runs once everything that goes on without an answer has gone on.
    process.nextTick(() => {
      batch = null
      if (longest > 0) opened.waitsFor(longest)
      client.query(opened)
    })
    return opened
  }

  return {
    async query(asked) {
      // What follows on a lost connection, a rollback above all, would wait as long again.
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

/** Closes the socket itself: the driver would wait for the answer to its good-bye. */
const cut = (client: pg.ClientBase) =>
  void (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
