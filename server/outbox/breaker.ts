/** A circuit breaker. It opens after a number of failures in a row, and after a pause lets one call try again. */
export type Breaker = {
  /** How many more calls may begin, if so many are already running. */
  capacity: (running: number) => number
  /** After how many ms it lets a call try again; null if it is not open. */
  coolDown: () => number | null
  succeeded: () => void
  /** Returns whether this failure opened it. */
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
      // After the first failure, no more calls run at once than may still fail.
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
