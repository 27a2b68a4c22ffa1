/** No answer came within the time that an answer takes: it was lost on its way, or the server is silent. */
export class Unanswered extends Error {}

type Patience = {
  /** The longest that the server takes, in ms; then it refuses by itself. */
  lasts?: number | undefined
  /** The longest that the rest of an answer takes once it has begun, in ms. */
  rest?: number
  signal?: AbortSignal | undefined
}

/** What the server declares as its longest call, where an operation names no other. */
const usual = 10_000

/** For both ways on a slow network. */
const onTheWay = 15_000

/**
 * A request that does not wait for ever: a phone that changes its network often hears nothing of a connection that died.
 * `begun` is called when the answer begins. Throws `Unanswered`, or the reason of `signal`.
 */
export async function inTime<T>(
  request: (signal: AbortSignal, begun: () => void) => Promise<T>,
  { lasts = usual, rest = 60_000, signal }: Patience = {},
): Promise<T> {
  const waiting = new AbortController()
  const giveUp = () => waiting.abort(new Unanswered('No answer came'))
  const stop = () => waiting.abort(signal?.reason)
  let timer = setTimeout(giveUp, lasts + onTheWay)
  const begun = () => {
    clearTimeout(timer)
    timer = setTimeout(giveUp, rest)
  }
  // What the page's own script began listens to no signal.
  const aborted = new Promise<never>((_, fail) =>
    waiting.signal.addEventListener('abort', () => fail(waiting.signal.reason as Error)),
  )
  signal?.addEventListener('abort', stop)
  if (signal?.aborted) stop()
  try {
    const answer = await Promise.race([request(waiting.signal, begun), aborted])
    waiting.signal.throwIfAborted()
    return answer
  } catch (problem) {
    // Not every browser throws the reason itself.
    throw waiting.signal.aborted ? waiting.signal.reason : problem
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}
