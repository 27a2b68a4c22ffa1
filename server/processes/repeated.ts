/** `stop` resolves once no work is running. */
export type Repeated = { stop: () => Promise<void> }

/**
 * Runs the work `first` ms from now, and again `every` ms after each end, so that slow work never runs twice at once. The work must
 * not throw.
 */
export function repeated(work: () => Promise<unknown>, { first, every }: { first: number; every: number }): Repeated {
  let stopped = false
  let running: Promise<unknown> = Promise.resolve()
  const turn = () => {
    running = work().finally(() => {
      if (!stopped) timer = setTimeout(turn, every).unref()
    })
  }
  let timer = setTimeout(turn, first).unref()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
