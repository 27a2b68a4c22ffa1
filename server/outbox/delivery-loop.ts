import type pg from 'pg'
import type { AwayLog } from './away.ts'
import { newSignal } from './signal.ts'
import type { Take } from './worker.queries.ts'
import { type Query, type ListensTo, outboxConnection } from './connection.ts'

/** Something that waits in the database and is taken out of it piece by piece. */
export type Waiting<T> = {
  /** For the log. */
  name: string
  /** How many more may begin beside those that run. */
  capacity: (running: number) => number
  /** In how many ms one may begin again, where there is no capacity though nothing runs. */
  coolDown: () => number | null
  /** Whether a notification with this text may be about something that it takes. */
  concerns: (message: string) => boolean
  /** Takes what is due and hides it for a while: the process that takes it may die at any point. */
  take: (client: pg.ClientBase, most: number) => Promise<Take<T>>
  /** Never throws. Answers whether it comes again, at a time that is stored by then. */
  handle: (taken: T) => Promise<boolean>
}

/** In ms: a pause while the database is away, and the longest time without looking. */
type Pace = { firstWait: number; look: number }

export type Asking = {
  ask: Query
  /** Repeats a query until the database answers, or the loop is stopped. */
  untilDone: (question: (client: pg.ClientBase) => Promise<unknown>) => Promise<void>
}

/** Stops taking; resolves when nothing is under way. */
export type Delivering = { stop: () => Promise<void> }

/**
 * Takes what waits until it is stopped, woken by notifications of the database; several processes at once. Needs the
 * owner's connection; goes on while the database is away.
 */
export function keepDelivering<T>(
  owner: pg.ClientConfig,
  channel: ListensTo,
  work: (asking: Asking) => Waiting<T>,
  { away, pace }: { away: AwayLog; pace: Pace },
): Delivering {
  const signal = newSignal()
  const connection = outboxConnection(owner, wake, channel)
  const running = new Set<Promise<void>>()
  let stopping = false
  let isFull = false
  const { name, capacity, coolDown, concerns, take, handle } = work({ ask: connection.query, untilDone })
  const loop = goOn()

  /** Without a message the connection was lost, and anything may have been missed. */
  function wake(message?: string) {
    if (message === undefined || concerns(message)) signal.notify()
  }

  async function goOn() {
    while (!stopping) await signal.wait(await look().catch(unreachable))
  }

  /** Starts what is due and may start; answers how long nothing else will be due, in ms. */
  async function look() {
    const most = capacity(running.size)
    isFull = most <= 0
    if (isFull) return running.size > 0 ? pace.look : (coolDown() ?? pace.look)

    const { taken, nextIn } = await connection.query((client) => take(client, most))
    isFull = taken.length >= most
    away.back(name)
    taken.forEach(begin)
    // Those due but not taken are in another process's hands at this moment.
    return isFull ? pace.look : Math.min(Math.max(nextIn ?? pace.look, 50), pace.look)
  }

  /** Looks again afterwards only where that may find something: after one event nearly always nothing is due. */
  function begin(one: T) {
    const handled = handle(one).then((comesAgain) => {
      running.delete(handled)
      if (isFull || comesAgain) signal.notify()
    })
    running.add(handled)
  }

  function unreachable(problem: Error & { code?: string }) {
    if (!stopping) away.lost(name, problem)
    // The lost connection has set the signal already; without this the next query would come at once, in vain.
    signal.clear()
    return pace.firstWait
  }

  async function untilDone(question: (client: pg.ClientBase) => Promise<unknown>) {
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
