import { type Query, QueryClient } from '@tanstack/react-query'
import { Unanswered } from './in-time.ts'

/**
 * Answers are kept five minutes after their last use; only a failure that may pass by itself is tried again. Without a network a
 * call fails as any other: waiting for it instead would say nothing, and send later what the person has given up.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      gcTime: 5 * 60_000,
      staleTime: 30_000,
      retry: (failures, error) => failures < triesAfter(error) && mayPass(error),
      retryDelay: (failures, error) => waitBefore(failures, error),
      refetchInterval: ({ state }) => waitAfterFailing(state),
    },
  },
})

/** Forgets what was read and written; screens still shown ask again. What everybody may read (`but`) stays meanwhile. */
export function forgetAnswers({ but }: { but: string }) {
  const isPublic = ({ queryKey }: Query) => queryKey[1] === but
  const isPersonal = (query: Query) => !isPublic(query)
  queryClient.getMutationCache().clear()
  queryClient.removeQueries({ type: 'inactive', predicate: isPersonal })
  void queryClient.resetQueries({ predicate: isPersonal })
  void queryClient.invalidateQueries({ predicate: isPublic })
}

/** No answer at all, or a server that is unavailable. A refusal is an answer, and trying again will not change it. */
export const mayPass = (error: unknown) => {
  const status = numberOf(error, 'status')
  return status === undefined || status === 0 || status === 502 || status === 503 || status === 504
}

/**
 * In ms, when a screen that shows a failure asks again by itself: later each time, and not all browsers at one moment.
 * False when what failed will not pass.
 */
export const waitAfterFailing = ({ error, errorUpdateCount }: { error: unknown; errorUpdateCount: number }) =>
  error !== null && mayPass(error) && Math.min(10_000 * 2 ** (errorUpdateCount - 1), 120_000) * spread

const spread = 0.75 + Math.random() / 2

/** How often what failed is tried again: who waited in vain for an answer soon wants a sentence and a button. */
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
