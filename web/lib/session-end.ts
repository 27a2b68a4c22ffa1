/** What becomes of a call that was refused because the session is over: it waits until the same person is back, or fails. */
type Waiting = (isSamePerson: boolean) => void

const waiting = new Set<Waiting>()
const followers = new Set<() => void>()
let sessions = 0
let people = 0
let ended: () => boolean = () => false

/** `over` is called when a call finds the session over. It returns whether the call waits for its person to sign in again. */
export const onSessionEnd = (over: () => boolean) => void (ended = over)

/** Called when the same person has signed in again (the waiting calls are sent again), or another one or nobody (they fail). */
export function settleSession(isSamePerson: boolean) {
  sessions++
  if (!isSamePerson) people++
  const all = [...waiting]
  waiting.clear()
  for (const settle of all) settle(isSamePerson)
  if (isSamePerson) for (const follow of followers) follow()
}

/** Called each time the same person has signed in again, for what is not a call. */
export const onSignedInAgain = (follow: () => void) => void followers.add(follow)

/**
 * Sends a request. If the session is over, sends it again once the same person has signed in over the page: with the same idempotency
 * key, because it is the same request.
 */
export async function acrossSessions<T>(request: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    const [session, person] = [sessions, people]
    try {
      return await request()
    } catch (problem) {
      if (!isSignedOut(problem)) throw problem
      if (person !== people) throw problem // nothing of one person is sent for another
      // An answer to the previous session may come when its person is already back.
      if (session === sessions && !(ended() && (await signedInAgain(signal)))) throw problem
    }
  }
}

export const isSignedOut = (error: unknown) => error instanceof Error && 'status' in error && error.status === 401

function signedInAgain(signal?: AbortSignal) {
  return new Promise<boolean>((settle) => {
    const give = (isSamePerson: boolean) => {
      waiting.delete(give)
      settle(isSamePerson)
    }
    waiting.add(give)
    signal?.addEventListener('abort', () => give(false))
  })
}
