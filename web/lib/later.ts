import { Refused } from '#contract/language/caller.ts'
import { mayPass } from './query.ts'

/** No network, a busy server, nobody signed in, or an answer still on its way: later it may go through unchanged. */
export const mustWait = (error: unknown) =>
  mayPass(error) ||
  (error instanceof Refused &&
    (error.status === 401 || error.status === 429 || error.message === 'This request is already being handled'))
