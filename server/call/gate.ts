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
  /** A save of a sheet may wait this long, because it mostly waits for other saves of the sheet, without keeping anybody else out. */
  patienceForSheet: number
}

export const gateFigures: Omit<GateFigures, 'running'> = {
  ofOne: 4,
  expected: 300,
  full: 500,
  old: 700,
  patience: 1000,
  patienceForSheet: 4000,
}

/** Calls of an operation are long if they take more ms than this on average, and this many times as long as calls in general. */
const [longAfter, timesTheUsual] = [100, 3]
/** The share of all running calls that may be long ones. */
const shareOfLong = 0.3
/** An operation counts as a usual one until it was called so often: its first calls find nothing planned and nothing in memory. */
const calledOften = 10
/** The mean of an operation changes by this share of a new duration, once there are enough of them. */
const newest = 1 / 20

/**
 * The caller (a session or an address), whether the call saves, which operation it is (by its path), and which sheet it saves. Only one
 * save of a sheet runs at a time.
 */
export type Entering = { who: string; writes: boolean; operation?: string; sheet?: string | undefined }

export type Gate = {
  /** Whether a call of this person may enter, by its expected waiting time. This check is very cheap. */
  admits: (who: string, operation?: string) => boolean
  /** Runs the work when its turn comes. Throws 503 when that takes too long. */
  pass: <T>(entering: Entering, work: () => Promise<T>) => Promise<T>
}

type Waiting = Entering & { since: number; go: () => void }

/**
 * Limits how many calls use the database at once. The others wait here, in an order that serves most people. Long calls may take only a part
 * of the connections, and wait for each other: otherwise a few of them keep out hundreds of short ones.
 */
export function gate({ running: most, ofOne, expected, full, old, patience, patienceForSheet }: GateFigures): Gate {
  const waiting: Waiting[] = []
  const running = new Map<string, number>()
  const waitingOf = new Map<string, number>()
  const durations = meanDurations()
  const mostLong = Math.max(1, Math.floor(most * shareOfLong))
  let runningInAll = 0
  let runningLong = 0
  /** For how long (ms) the calls of each kind keep a new one waiting, if no call arrives or leaves. */
  let inFront: { long?: number; short?: number } = {}

  const count = (of: Map<string, number>, key: string, more: 1 | -1) => {
    inFront = {}
    const now = (of.get(key) ?? 0) + more
    if (now > 0) of.set(key, now)
    else of.delete(key)
    return now
  }
  const sheetKey = ({ sheet }: Entering) => `sheet ${sheet}`
  const waitsForSheet = (one: Entering) => one.sheet !== undefined && running.has(sheetKey(one))
  const isLong = ({ operation = '' }: Entering) => durations.isLong(operation)

  const mayRun = (one: Entering) =>
    runningInAll < most &&
    (running.get(one.who) ?? 0) < ofOne &&
    !waitsForSheet(one) &&
    (runningLong < mostLong || !isLong(one))

  /** Returns what ends it. */
  function begin(one: Entering) {
    const [since, long] = [performance.now(), isLong(one) ? 1 : 0]
    runningInAll++
    runningLong += long
    count(running, one.who, 1)
    if (one.sheet !== undefined) count(running, sheetKey(one), 1)
    return () => {
      durations.took(one.operation ?? '', performance.now() - since)
      runningInAll--
      runningLong -= long
      count(running, one.who, -1)
      if (one.sheet !== undefined) count(running, sheetKey(one), -1)
      for (let next = nextOne(); next; next = nextOne()) {
        leave(next)
        next.go()
      }
    }
  }

  /** Saves before reads; the oldest first, or the newest when the oldest is old. */
  function nextOne() {
    const able = waiting.filter(mayRun)
    const saves = able.filter(({ writes }) => writes)
    const first = saves.length > 0 ? saves : able
    return first[0] && performance.now() - first[0].since > old ? first.at(-1) : first[0]
  }

  function leave(one: Waiting) {
    waiting.splice(waiting.indexOf(one), 1)
    count(waitingOf, one.who, -1)
  }

  /** Resolves when the call has begun, with what ends it. */
  const turn = (entering: Entering) =>
    new Promise<() => void>((go, refuse) => {
      const timer = setTimeout(
        () => {
          leave(one)
          refuse(busy('waited too long for others'))
        },
        entering.sheet === undefined ? patience : Math.max(patience, patienceForSheet),
      )
      const one: Waiting = {
        ...entering,
        since: performance.now(),
        go() {
          clearTimeout(timer)
          go(begin(entering))
        },
      }
      waiting.push(one)
      count(waitingOf, one.who, 1)
    })

  /**
   * How long (ms) the calls that will run before a new one of its kind take. Several calls of one person mostly wait for each other,
   * because only some of them may run at once, and saves of a sheet for the one that is running.
   */
  function ahead(long: boolean) {
    const kind = long ? 'long' : 'short'
    const known = inFront[kind]
    if (known !== undefined) return known
    const turns = Math.max(1, expected / durations.ofAll())
    const people = new Map<string, { calls: number; ms: number }>()
    for (const one of waiting) {
      if (isLong(one) !== long || waitsForSheet(one)) continue
      const { calls, ms } = people.get(one.who) ?? { calls: 0, ms: 0 }
      people.set(one.who, { calls: calls + 1, ms: ms + durations.of(one.operation ?? '') })
    }
    let sum = 0
    for (const [who, { calls, ms }] of people)
      sum += (Math.min(calls, Math.max(0, ofOne * turns - (running.get(who) ?? 0))) * ms) / calls
    return (inFront[kind] = sum / (long ? mostLong : most - Math.min(runningLong, most - 1)))
  }

  /**
   * Whether the first call of this kind that waits for other people's calls has waited long. One that waits for its own person's calls does
   * not count.
   */
  function isFull(long: boolean) {
    const first = waiting.find(
      (one) => isLong(one) === long && (running.get(one.who) ?? 0) < ofOne && !waitsForSheet(one),
    )
    return first !== undefined && performance.now() - first.since >= full
  }

  return {
    admits(who, operation = '') {
      const long = durations.isLong(operation)
      const own = ((waitingOf.get(who) ?? 0) * durations.ofAll()) / Math.min(ofOne, most)
      const isFree = runningInAll < most && (!long || runningLong < mostLong)
      return own <= patience && (isFree || (ahead(long) <= expected && !isFull(long)))
    },
    async pass(entering, work) {
      const end = mayRun(entering) ? begin(entering) : await turn(entering)
      try {
        return await work()
      } finally {
        end()
      }
    },
  }
}

/** How long calls take in ms, in general and by operation. */
function meanDurations() {
  let all = 20
  const byOperation = new Map<string, { mean: number; calls: number }>()
  const of = (operation: string) => {
    const { mean, calls } = byOperation.get(operation) ?? { mean: all, calls: 0 }
    return calls < calledOften ? all : mean
  }
  return {
    of,
    ofAll: () => all,
    isLong: (operation: string) => of(operation) > Math.max(longAfter, timesTheUsual * all),
    took(operation: string, ms: number) {
      all += (ms - all) * newest
      const { mean, calls } = byOperation.get(operation) ?? { mean: 0, calls: 0 }
      byOperation.set(operation, { mean: mean + (ms - mean) * Math.max(newest, 1 / (calls + 1)), calls: calls + 1 })
    },
  }
}
