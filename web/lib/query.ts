import { type Query, QueryClient } from '@tanstack/react-query'
import { Unanswered } from './in-time.ts'

/**
 * Answers are kept for five minutes after their last use. Only a failure that may pass by itself is retried. Without a network a
 * call fails at once: if it waited for the network, the person would see no error, and a write might be sent long after they
 * have given up.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      gcTime: 5 * 60_000,
      staleTime: 30_000,
      retry: (failures, error) => !isAway() && failures < triesAfter(error) && mayPass(error),
      retryDelay: (failures, error) => waitBefore(failures, error),
      refetchInterval: ({ state }) => waitAfterFailing(state),
    },
  },
})

/** Clears the cached reads and writes; screens that are open read again. Public data (`but`) stays in the cache meanwhile. */
export function forgetAnswers({ but }: { but: string }) {
  const isPublic = ({ queryKey }: Query) => queryKey[1] === but
  const isPersonal = (query: Query) => !isPublic(query)
  queryClient.getMutationCache().clear()
  queryClient.removeQueries({ type: 'inactive', predicate: isPersonal })
  void queryClient.resetQueries({ predicate: isPersonal })
  void queryClient.invalidateQueries({ predicate: isPublic })
}

/** Whether the device itself knows that it has no network: then it is said at once, and the read starts again with the network. */
const isAway = () => globalThis.navigator?.onLine === false

/** Whether there was no answer, or the server is unavailable. A refusal is an answer; a retry would not change it. */
export const mayPass = (error: unknown) => {
  const status = numberOf(error, 'status')
  return status === undefined || status === 0 || status === 502 || status === 503 || status === 504
}

/**
 * After how many ms a screen that shows an error asks again by itself: later each time, with a random part so that browsers do not
 * all ask at once. False if the error will not pass by itself.
 */
export const waitAfterFailing = ({ error, errorUpdateCount }: { error: unknown; errorUpdateCount: number }) =>
  error !== null && mayPass(error) && Math.min(10_000 * 2 ** (errorUpdateCount - 1), 120_000) * spread

const spread = 0.75 + Math.random() / 2

/** How often a failed read is retried: only once after a timeout, because the person has waited and needs a message and a button. */
export const triesAfter = (error: unknown) => (error instanceof Unanswered ? 1 : 3)

/** Milliseconds to wait: what the server requires (seconds), else 1, 2, 4 … up to 30 seconds. */
export const waitBefore = (failures: number, error: unknown) => {
  const wait = numberOf(error, 'retryAfter')
  return wait === undefined ? Math.min(1000 * 2 ** failures, 30_000) : wait * 1000
}

const numberOf = (thing: unknown, name: string): number | undefined => {
  const value: unknown = typeof thing === 'object' && thing !== null ? Reflect.get(thing, name) : undefined
  return typeof value === 'number' ? value : undefined
}
