import { registration } from '#contract/platform/identity/registration.ts'
import { writing } from '#web/lib/api.ts'
import { epoch } from '#web/lib/clock.ts'

/** Why a code is requested. Both end in a new password, and neither reveals whether the number has an account. */
export type Purpose = 'register' | 'forget'

/** A code on its way, as it travels in navigation state: never in the address. Times are epochs in milliseconds. */
export type CodeRequest = {
  phoneNumber: string
  id: string
  purpose: Purpose
  next: string | null
  times: number
  at: number
  resendAt: number
}

/** Has a code sent, and returns the id of the request. Throws `Refused`. */
export const askCode = async (purpose: Purpose, phoneNumber: string) =>
  purpose === 'register'
    ? (await writing(registration.register, { phoneNumber })).id
    : writing(registration.forgetPassword, { phoneNumber })

/** When the next code may be requested, after so many; the server's Retry-After corrects it. */
export const nextAfter = (times: number) => epoch() + waits[Math.min(times, waits.length) - 1]! * 1000

const waits = [30, 120, 480, 1920]

/** The request kept in the navigation state. Null without one, or when its code expired long ago: it may be another's. */
export const codeRequestIn = (state: unknown): CodeRequest | null =>
  typeof state === 'object' && state !== null && 'phoneNumber' in state && 'at' in state
    ? live(state as CodeRequest)
    : null

/** The last request of this visit, in memory only: going back keeps the number, and a repeat too soon continues it. */
export const recent = {
  keep: (request: CodeRequest) => void (last = request),
  get: () => live(last),
  forget: () => void (last = null),
}

let last: CodeRequest | null = null

/** Codes are good for ten minutes. */
const live = (request: CodeRequest | null) => (request && epoch() - request.at < 15 * 60_000 ? request : null)
