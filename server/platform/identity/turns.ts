import cluster from 'node:cluster'
import { availableParallelism } from 'node:os'
import { busy } from '#server/base/errors.ts'

/**
 * How many run at once; how many may wait, per address and in total. `rest`: the pause after each piece of work while others wait, as a
 * share of the time that the work took.
 */
export type TurnFigures = { atOnce: number; ofAddress: number; waiting: number; rest: number }

/** One core stays free for everything else; each of several processes has one core. About three seconds of work may wait. */
export const turnFigures: TurnFigures = {
  atOnce: cluster.isWorker ? 1 : Math.max(1, availableParallelism() - 1),
  ofAddress: 20,
  waiting: 100,
  rest: 0.5,
}

/** A queue for work that is slow on purpose. */
export type Turns = {
  /** Throws 503 if no more may wait from this address. */
  admit: (address: string) => void
  take: <T>(address: string, work: () => Promise<T>) => Promise<T>
}

/** Addresses take turns, so that many calls from one address delay only each other. */
export function takingTurns({ atOnce, ofAddress, waiting, rest }: TurnFigures = turnFigures): Turns {
  const queues = new Map<string, (() => void)[]>()
  let running = 0
  let waits = 0

  function admit(address: string) {
    if (waits >= waiting || (queues.get(address)?.length ?? 0) >= ofAddress) throw busy('too many wait for a hash')
  }

  async function turn(address: string) {
    if (running < atOnce) {
      running++
      return
    }
    admit(address)
    waits++
    await new Promise<void>((go) => {
      const queue = queues.get(address)
      if (queue) queue.push(go)
      else queues.set(address, [go])
    })
  }

  /** Starts the next work, of the address that was served longest ago. */
  function pass() {
    const [first] = queues
    if (!first) {
      running--
      return
    }
    const [address, queue] = first
    const go = queue.shift()!
    queues.delete(address)
    if (queue.length > 0) queues.set(address, queue)
    waits--
    go()
  }

  return {
    admit,
    async take(address, work) {
      await turn(address)
      const since = performance.now()
      try {
        return await work()
      } finally {
        // Without the pause, many sign-ins would keep a core from everybody who is working. Timers cut fractions off: 49.99 would be 49.
        if (waits > 0 && rest > 0) setTimeout(pass, Math.round((performance.now() - since) * rest))
        else pass()
      }
    },
  }
}
