import { busy } from '#server/base/errors.ts'

/** How many calls may run at once, in total and per person; how long a call may wait, in ms. */
export type GateFigures = {
  running: number
  ofOne: number
  /** A call that would have to wait longer than this is refused when it arrives. */
  expected: number
  /** Once the first waiting call has waited this long, new calls are refused when they arrive, whatever their expected wait. */
  full: number
  /** Once the oldest call has waited this long, the newest goes first, because the people behind the old ones have probably given up. */
  old: number
  /** No call waits longer than this. */
  patience: number
}

export const gateFigures: Omit<GateFigures, 'running'> = {
  ofOne: 4,
  expected: 300,
  full: 500,
  old: 700,
  patience: 1000,
}

/** The caller (a session or an address), whether the call saves, and which sheet. Only one save of a sheet runs at a time. */
export type Entering = { who: string; writes: boolean; sheet?: string | undefined }

export type Gate = {
  /** Whether a call of this person may enter, by its expected waiting time. This check is very cheap. */
  admits: (who: string) => boolean
  /** Runs the work when its turn comes. Throws 503 when that takes too long. */
  pass: <T>(entering: Entering, work: () => Promise<T>) => Promise<T>
}

type Waiting = Entering & { since: number; go: () => void }

/** Limits how many calls use the database at once. The others wait here, in an order that serves most people. */
export function gate({ running: most, ofOne, expected, full, old, patience }: GateFigures): Gate {
  const waiting: Waiting[] = []
  const running = new Map<string, number>()
  const waitingOf = new Map<string, number>()
  let runningInAll = 0
  let mean = 20
  /** How many calls are ahead of a new one, if no call arrives or leaves. */
  let inFront: number | null = null

  const count = (of: Map<string, number>, key: string, more: 1 | -1) => {
    inFront = null
    const now = (of.get(key) ?? 0) + more
    if (now > 0) of.set(key, now)
    else of.delete(key)
    return now
  }
  const sheetKey = ({ sheet }: Entering) => `sheet ${sheet}`

  const mayRun = (one: Entering) =>
    runningInAll < most &&
    (running.get(one.who) ?? 0) < ofOne &&
    (one.sheet === undefined || !running.has(sheetKey(one)))

  function begin(one: Entering) {
    runningInAll++
    count(running, one.who, 1)
    if (one.sheet !== undefined) count(running, sheetKey(one), 1)
  }

  function end(one: Entering, since: number) {
    mean += (performance.now() - since - mean) / 20
    runningInAll--
    count(running, one.who, -1)
    if (one.sheet !== undefined) count(running, sheetKey(one), -1)
    for (let next = nextOne(); next; next = nextOne()) {
      leave(next)
      begin(next)
      next.go()
    }
  }

  /** Saves before reads; the oldest first, or the newest when the oldest is old. */
  function nextOne() {
    const able = waiting.filter(mayRun)
    const saves = able.filter(({ writes }) => writes)
    const first = saves.length > 0 ? saves : able
    return first[0] && performance.now() - first[0].since > old ? first.at(-1) : first[0]
  }

  function wait(one: Waiting) {
    waiting.push(one)
    count(waitingOf, one.who, 1)
  }

  function leave(one: Waiting) {
    waiting.splice(waiting.indexOf(one), 1)
    count(waitingOf, one.who, -1)
  }

  const turn = (entering: Entering) =>
    new Promise<void>((go, refuse) => {
      const timer = setTimeout(() => {
        leave(one)
        refuse(busy('waited too long for others'))
      }, patience)
      const one: Waiting = {
        ...entering,
        since: performance.now(),
        go() {
          clearTimeout(timer)
          go()
        },
      }
      wait(one)
    })

  /**
   * How many calls will run before a new one; counting stops at the longest acceptable wait. Several calls of one person mostly
   * wait for each other, because only some of them may run at once.
   */
  function ahead() {
    if (inFront !== null) return inFront
    const turns = Math.max(1, expected / mean)
    inFront = 0
    for (const [who, calls] of waitingOf)
      inFront += Math.min(calls, Math.max(0, ofOne * turns - (running.get(who) ?? 0)))
    return inFront
  }

  /** Whether the first call that waits for other people's calls has waited long. One that waits for its own person's calls does not count. */
  function isFull() {
    const first = waiting.find((one) => (running.get(one.who) ?? 0) < ofOne && !running.has(sheetKey(one)))
    return first !== undefined && performance.now() - first.since >= full
  }

  return {
    admits(who) {
      const own = ((waitingOf.get(who) ?? 0) * mean) / Math.min(ofOne, most)
      return own <= patience && (runningInAll < most || ((ahead() * mean) / most <= expected && !isFull()))
    },
    async pass(entering, work) {
      if (mayRun(entering)) begin(entering)
      else await turn(entering)
      const since = performance.now()
      try {
        return await work()
      } finally {
        end(entering, since)
      }
    },
  }
}
