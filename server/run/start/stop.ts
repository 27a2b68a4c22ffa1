import { linesWithoutValues } from '#server/db/without-values.ts'

export type Stop = { requested: boolean }

type InOrder = { pause: number; begin?: () => void; drain: () => Promise<void>; release: () => Promise<void> }

/**
 * Ends the process in order at the first SIGINT or SIGTERM: `begin` at once, a pause (ms) in which a proxy notices that it is not ready,
 * then `drain` for at most 10 seconds, then `release`, then exit 0. A second signal ends it at once.
 */
export function stopOnSignals({ pause, begin, drain, release }: InOrder): Stop {
  const stop: Stop = { requested: false }
  let since = 0

  function onSignal() {
    // Ctrl-C in a terminal reaches this process and npm, which forwards it: both are one request to stop.
    if (stop.requested && performance.now() - since < 500) return
    if (stop.requested) process.exit(1)
    stop.requested = true
    since = performance.now()
    console.log('Stopping …')
    begin?.()
    inOrder().then(() => process.exit(0), fail)
  }

  async function inOrder() {
    await after(pause)
    await Promise.race([drain(), after(10_000)])
    await release()
  }

  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal)
  return stop
}

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function fail(error: unknown) {
  console.error(linesWithoutValues(error))
  process.exit(1)
}
