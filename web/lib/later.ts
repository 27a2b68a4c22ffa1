import { Refused } from '#contract/language/caller.ts'
import { mayPass } from './query.ts'

/** Whether a failed write may succeed unchanged later: no network, a busy server, signed out, or an earlier try still unanswered. */
export const mustWait = (error: unknown) =>
  mayPass(error) ||
  (error instanceof Refused &&
    (error.status === 401 || error.status === 429 || error.message === 'This request is already being handled'))
