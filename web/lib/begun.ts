/** A request that the page's own script began before any of ours was there (index.html), by what it asks. */
type Begun = { [asked: string]: Promise<Response> }

/** How long after the start of the page an answer counts as new, in ms. */
const isNewFor = 20_000

const begun = (): Begun => ((globalThis as { begun?: Begun }).begun ??= {})

/** The answer of a request that is under way already; once only, and undefined where there is none. */
export function takeBegun(method: string, path: string, body: string | undefined): Promise<Response> | undefined {
  const asked = `${method} ${path} ${body ?? ''}`
  const all = begun()
  const answer = all[asked]
  delete all[asked]
  return performance.now() < isNewFor ? answer : undefined
}

/** Another person must not get what was begun for the one before. */
export const dropBegun = () => {
  ;(globalThis as { begun?: Begun }).begun = {}
}

/** Whether the page's own script shows the home of last time until ours is drawn, or is about to (web/lib/first-view.ts). */
export const isFirstViewShown = () => (globalThis as { firstView?: boolean }).firstView === true
