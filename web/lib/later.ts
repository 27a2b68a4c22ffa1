import { Refused } from '#contract/language/caller.ts'
import { mayPass } from './query.ts'

/** Whether a failed write may succeed unchanged later: no network, a busy server, signed out, or an earlier try still unanswered. */
export const mustWait = (error: unknown) =>
  mayPass(error) ||
  (error instanceof Refused &&
    (error.status === 401 || error.status === 429 || error.message === 'This request is already being handled'))

/** Waits until the network is back, or for a second, then two, four … up to thirty. */
export const networkOr = (failures: number) =>
  new Promise<void>((resolve) => {
    const done = () => {
      removeEventListener('online', done)
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(done, Math.min(1000 * 2 ** failures, 30_000))
    addEventListener('online', done)
  })
