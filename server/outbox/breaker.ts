/** Keeps calls away from something that fails: it opens at so many failures in a row, and after a rest lets one call try. */
export type Breaker = {
  /** How many calls may begin now, beside those that run. */
  capacity: (running: number) => number
  /** In how many ms it lets a call try; null when it is not open. */
  coolDown: () => number | null
  succeeded: () => void
  /** Whether this failure opened it. */
  failed: () => boolean
}

export function breaker(
  { failures: most, rest }: { failures: number; rest: number },
  now = () => performance.now(),
): Breaker {
  let failures = 0
  let restsUntil = 0
  const isOpen = () => failures >= most

  return {
    capacity(running) {
      if (isOpen()) return now() >= restsUntil && running === 0 ? 1 : 0
      // From the first failure on, no more calls than may still fail.
      return failures === 0 ? Number.POSITIVE_INFINITY : Math.max(0, most - failures - running)
    },
    coolDown: () => (isOpen() ? Math.max(0, restsUntil - now()) : null),
    succeeded() {
      failures = 0
    },
    failed() {
      failures++
      if (isOpen()) restsUntil = now() + rest
      return failures === most
    },
  }
}
