/** A request that the inline script of the page (index.html) began before our files were loaded, by its operation and input. */
type Begun = { [asked: string]: Promise<Response> }

/** For how long after the start of the page such an answer is fresh enough, in ms. */
const isNewFor = 20_000

const begun = (): Begun => ((globalThis as { begun?: Begun }).begun ??= {})

/** The answer of a request that the inline script began. Each is given out once; undefined if there is none. */
export function takeEarlyRequest(
  method: string,
  path: string,
  body: string | undefined,
): Promise<Response> | undefined {
  const asked = `${method} ${path} ${body ?? ''}`
  const all = begun()
  const answer = all[asked]
  delete all[asked]
  return performance.now() < isNewFor ? answer : undefined
}

/** Drops the begun requests, so that the next person does not get the previous person's answers. */
export const dropEarlyRequests = () => {
  ;(globalThis as { begun?: Begun }).begun = {}
}

/** Whether the inline script shows the previous home page until ours is rendered, or is about to (web/lib/first-view.ts). */
export const isFirstViewShown = () => (globalThis as { firstView?: boolean }).firstView === true
