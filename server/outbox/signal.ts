/** Wakes the waiting caller. If none is waiting, the next one to wait is woken at once. */
export function newSignal() {
  let notified = false
  let wake = () => {}
  return {
    notify() {
      notified = true
      wake()
    },
    clear() {
      notified = false
    },
    async wait(atMost: number) {
      if (!notified)
        await new Promise<void>((woken) => {
          const timer = setTimeout(woken, atMost)
          wake = () => {
            clearTimeout(timer)
            woken()
          }
        })
      notified = false
      wake = () => {}
    },
  }
}
