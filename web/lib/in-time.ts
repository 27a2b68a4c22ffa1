/** No answer came within the time limit: it was lost on the way, or the server does not answer. */
export class Unanswered extends Error {}

type Patience = {
  /** The longest that the server takes before it refuses by itself, in ms. */
  lasts?: number | undefined
  /** The longest time for the rest of an answer once its first byte has arrived, in ms. */
  rest?: number
  signal?: AbortSignal | undefined
}

/** The server's time limit of a call for which the operation declares no other, in ms. */
const usual = 10_000

/** Added for both ways on a slow network, in ms. */
const onTheWay = 15_000

/**
 * A request with a time limit: a phone that changes networks often gets no error from a connection that died. `begun` is called when
 * the answer begins. Throws `Unanswered`, or the reason of `signal`.
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
  // A request that the inline script of the page began cannot be aborted.
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
    // Not every browser throws the reason of the signal.
    throw waiting.signal.aborted ? waiting.signal.reason : problem
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}
