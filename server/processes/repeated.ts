/** `stop` resolves when none of the work is under way. */
export type Repeated = { stop: () => Promise<void> }

/** Does the work `first` ms from now, and again `every` ms after it ended: slow work is never under way twice. It must not fail. */
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
