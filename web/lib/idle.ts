/** Runs work that nobody waits for when the page is idle, at the latest after two seconds. */
export function whenIdle(run: () => void) {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 2000 })
  else setTimeout(run, 1000)
}
