import type { DatabaseAddress } from '#server/db/client.ts'
import type { Db } from '#server/db/db.ts'
import type { AwayLog } from './away.ts'
import { newSignal } from './signal.ts'
import type { Take } from './worker.queries.ts'
import { type ListensTo, listeningTo, type Query } from '#server/db/listening.ts'

/** A queue in the database. */
export type Waiting<T> = {
  /** The name in the log. */
  name: string
  /** How many more may begin, if so many are already running. */
  capacity: (running: number) => number
  /** After how many ms one may begin again, if there is no capacity although nothing is running. */
  coolDown: () => number | null
  /** Whether a notification with this text may concern the queue. */
  concerns: (message: string) => boolean
  /** Takes due entries and hides them for a while, because the process that takes them may die at any point. */
  take: (db: Db, most: number) => Promise<Take<T>>
  /** Never throws. Returns whether the entry is due again later; the time is then already stored. */
  handle: (taken: T) => Promise<boolean>
}

/** In ms: the pause while the database is unreachable, and the longest time between two looks at the queue. */
type Pace = { firstWait: number; look: number }

export type Asking = {
  ask: Query
  /** Repeats a query until the database answers or the loop is stopped. */
  untilDone: (question: (db: Db) => Promise<unknown>) => Promise<void>
}

/** Stops taking entries. Resolves when no delivery is running. */
export type Delivering = { stop: () => Promise<void> }

/**
 * Delivers the entries of a queue until it is stopped. Notifications of the database wake it, and several processes may run it
 * at once. It needs a connection of the owner, and continues while the database is unreachable.
 */
export function keepDelivering<T>(
  owner: DatabaseAddress,
  channel: ListensTo,
  work: (asking: Asking) => Waiting<T>,
  { away, pace }: { away: AwayLog; pace: Pace },
): Delivering {
  const signal = newSignal()
  const connection = listeningTo(channel, owner, wake)
  const running = new Set<Promise<void>>()
  let stopping = false
  let isFull = false
  const { name, capacity, coolDown, concerns, take, handle } = work({ ask: connection.query, untilDone })
  const loop = goOn()

  /** Without a message, the connection was lost and notifications may have been missed. */
  function wake(message?: string) {
    if (message === undefined || concerns(message)) signal.notify()
  }

  async function goOn() {
    while (!stopping) await signal.wait(await look().catch(unreachable))
  }

  /** Starts the deliveries that are due and fit the capacity. Returns the time in ms until the next entry is due. */
  async function look() {
    const most = capacity(running.size)
    isFull = most <= 0
    if (isFull) return running.size > 0 ? pace.look : (coolDown() ?? pace.look)

    const { taken, nextIn } = await connection.query((db) => take(db, most))
    isFull = taken.length >= most
    away.back(name)
    taken.forEach(begin)
    // Due entries that were not taken are being taken by another process at this moment.
    return isFull ? pace.look : Math.min(Math.max(nextIn ?? pace.look, 50), pace.look)
  }

  /** Looks again afterwards only if entries may be due; after a single event, there are nearly always none. */
  function begin(one: T) {
    const handled = handle(one).then((comesAgain) => {
      running.delete(handled)
      if (isFull || comesAgain) signal.notify()
    })
    running.add(handled)
  }

  function unreachable(problem: Error & { code?: string }) {
    if (!stopping) away.lost(name, problem)
    // The lost connection has already set the signal. Without this line, the next query would run at once and fail.
    signal.clear()
    return pace.firstWait
  }

  async function untilDone(question: (db: Db) => Promise<unknown>) {
    for (;;) {
      const answer = await connection.query(question).then(
        () => true,
        () => false,
      )
      if (answer || stopping) return
      await new Promise((later) => setTimeout(later, pace.firstWait))
    }
  }

  return {
    async stop() {
      stopping = true
      signal.notify()
      await loop
      await Promise.all(running)
      await connection.close()
    },
  }
}
