/** Wakes the one who waits; rung while nobody waits, it wakes the next at once. */
export function newBell() {
  let rang = false
  let wake = () => {}
  return {
    ring() {
      rang = true
      wake()
    },
    silence() {
      rang = false
    },
    async rung(atMost: number) {
      if (!rang)
        await new Promise<void>((woken) => {
          const timer = setTimeout(woken, atMost)
          wake = () => {
            clearTimeout(timer)
            woken()
          }
        })
      rang = false
      wake = () => {}
    },
  }
}
