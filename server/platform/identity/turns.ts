import cluster from 'node:cluster'
import { availableParallelism } from 'node:os'
import { busy } from '#server/base/errors.ts'

/**
 * How many run at once; how many may wait, per address and in total. `rest`: the longest pause after each piece of work while others wait, as
 * a share of the time that the work took.
 */
export type TurnFigures = { atOnce: number; ofAddress: number; waiting: number; rest: number }

/** One core stays free for everything else; each of several processes has one core. About three seconds of work may wait. */
export const turnFigures: TurnFigures = {
  atOnce: cluster.isWorker ? 1 : Math.max(1, availableParallelism() - 1),
  ofAddress: 20,
  waiting: 100,
  rest: 0.5,
}

/** A queue for work that is slow on purpose. `known`: the call comes from a device that signed in to this account before. */
export type Turns = {
  /** Throws 503 if no more may wait from this address. */
  admit: (address: string, known?: boolean) => void
  take: <T>(address: string, work: () => Promise<T>, known?: boolean) => Promise<T>
}

/** Of this many turns, the last goes to the devices that are not known, so that a new one always arrives. */
const turnsOfKnown = 4

/**
 * Addresses take turns, so that many calls from one address delay only each other. Known devices wait apart from others and go first, so that
 * strangers cannot fill the queue of those who come back every morning.
 */
export function takingTurns({ atOnce, ofAddress, waiting, rest }: TurnFigures = turnFigures): Turns {
  const [known, others] = [queueOfAddresses(), queueOfAddresses()]
  const queueOf = (isKnown: boolean) => (isKnown ? known : others)
  let running = 0
  let turns = 0
  /** How long (ms) the work takes while nobody else needs the core. */
  let fastest: number | null = null

  function admit(address: string, isKnown = false) {
    const queue = queueOf(isKnown)
    if (queue.size() >= waiting || queue.sizeOf(address) >= ofAddress) throw busy('too many wait for a hash')
  }

  async function turn(address: string, isKnown: boolean) {
    if (running < atOnce) {
      running++
      return
    }
    admit(address, isKnown)
    await new Promise<void>((go) => queueOf(isKnown).add(address, go))
  }

  /** Starts the next work. */
  function pass() {
    const inOrder = ++turns % turnsOfKnown === 0 ? [others, known] : [known, others]
    const go = inOrder.find((queue) => queue.size() > 0)?.next()
    if (go) go()
    else running--
  }

  /**
   * Without a pause, many sign-ins would keep a core from everybody who is working. All work here is alike, so what it takes longer than usual
   * is what others needed the core for: on an idle machine nobody is kept waiting.
   */
  function pauseAfter(took: number) {
    const others = fastest === null ? took : took - fastest
    fastest = Math.min(took, fastest ?? took)
    return Math.round(Math.min(took * rest, Math.max(0, others)))
  }

  return {
    admit,
    async take(address, work, isKnown = false) {
      await turn(address, isKnown)
      const since = performance.now()
      try {
        return await work()
      } finally {
        const ms = pauseAfter(performance.now() - since)
        if (known.size() + others.size() > 0 && ms > 0) setTimeout(pass, ms)
        else pass()
      }
    },
  }
}

function queueOfAddresses() {
  const queues = new Map<string, (() => void)[]>()
  let size = 0
  return {
    size: () => size,
    sizeOf: (address: string) => queues.get(address)?.length ?? 0,
    add(address: string, go: () => void) {
      size++
      const queue = queues.get(address)
      if (queue) queue.push(go)
      else queues.set(address, [go])
    },
    /** The next of the address that was served longest ago. */
    next() {
      const [[address, queue]] = queues as unknown as [[string, (() => void)[]]]
      const go = queue.shift()!
      queues.delete(address)
      if (queue.length > 0) queues.set(address, queue)
      size--
      return go
    },
  }
}
