/** A meeting that a family wants, with the times that are free for it, `HH:MM`. */
export type Wish = { key: string; free: readonly string[] }

/** Minutes of the day that are taken, `from` inclusive. */
export type Taken = { from: number; to: number }

/** How many meetings are planned exactly at once: every set of them is looked at. */
export const plannedAtMost = 12

export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Whether a meeting that begins then, with the walk to the next one, leaves every taken part alone. */
export const isFreeOf = (taken: readonly Taken[], begins: number, lasts: number) =>
  taken.every(({ from, to }) => begins + lasts <= from || to <= begins)

/**
 * When a family meets whom: as many of the meetings as possible, then the earliest end, then the latest start, and of equal ones those that
 * are named first. `lasts`: minutes of a meeting and of the walk to the next one. The map contains the time of each meeting that fits.
 */
export function planOf(
  wishes: readonly Wish[],
  lasts: number,
  taken: readonly Taken[] = [],
): ReadonlyMap<string, string> {
  const wanted = wishes.slice(0, plannedAtMost)
  const times = [...new Set(wanted.flatMap(({ free }) => free))]
    .filter((time) => isFreeOf(taken, minutesOf(time), lasts))
    .toSorted()
  const sets = 1 << wanted.length
  // Of each set of meetings, the latest first start with which it fits into the times so far; -1 if it does not. `last`: who is met last.
  const starts = [new Int32Array(sets).fill(-1)]
  const last = [new Int8Array(sets).fill(-1)]
  starts[0]![0] = 0
  for (const [nth, time] of times.entries()) {
    const begins = minutesOf(time)
    const before = starts[times.findLastIndex((one, at) => at < nth && minutesOf(one) + lasts <= begins) + 1]!
    const [best, whom] = [Int32Array.from(starts[nth]!), Int8Array.from(last[nth]!)]
    for (const [bit, { free }] of wanted.entries())
      if (free.includes(time)) meetLast({ bit, begins, before, best, whom })
    starts.push(best)
    last.push(whom)
  }
  return readBack(wanted, times, lasts, starts, last)
}

type Step = { bit: number; begins: number; before: Int32Array; best: Int32Array; whom: Int8Array }

/** Every set that fitted before, with one more meeting that begins now. */
function meetLast({ bit, begins, before, best, whom }: Step) {
  for (const [set, start] of before.entries()) {
    const next = set | (1 << bit)
    const first = set === 0 ? begins : start
    if (start < 0 || next === set || first <= best[next]!) continue
    best[next] = first
    whom[next] = bit
  }
}

const sizeOf = (set: number) => {
  let size = 0
  for (let rest = set; rest > 0; rest &= rest - 1) size++
  return size
}

function readBack(
  wanted: readonly Wish[],
  times: readonly string[],
  lasts: number,
  starts: readonly Int32Array[],
  last: readonly Int8Array[],
) {
  const plan = new Map<string, string>()
  let most = 0
  for (const [set, start] of starts.at(-1)!.entries()) if (start >= 0) most = Math.max(most, sizeOf(set))
  const isWhole = (start: number, set: number) => start >= 0 && sizeOf(set) === most
  let at = starts.findIndex((row) => row.some(isWhole))
  let set = -1
  for (const [one, start] of starts[at]!.entries())
    if (isWhole(start, one) && (set < 0 || start > starts[at]![set]!)) set = one
  while (set > 0) {
    // The set fitted with this latest start as soon as these times; the last of them is that of its last meeting.
    while (at > 1 && starts[at - 1]![set] === starts[at]![set]) at--
    const time = times[at - 1]!
    const bit = last[at]![set]!
    plan.set(wanted[bit]!.key, time)
    set &= ~(1 << bit)
    at = times.findLastIndex((one, nth) => nth < at - 1 && minutesOf(one) + lasts <= minutesOf(time)) + 1
  }
  return plan
}
