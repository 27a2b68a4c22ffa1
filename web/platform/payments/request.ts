import type { OutputOf } from '#contract/language/operation.ts'
import type { paymentRequests } from '#contract/platform/payments/payments.ts'
import { money } from '#web/lib/text.ts'
import type { Status } from '#web/ui/StatusBadge.tsx'

export type Request = OutputOf<typeof paymentRequests.list>[number]

/** The state of a request; its word is `payments.<state>`. */
export function stateOf({ approved }: Request) {
  if (approved === null) return 'onHold'
  return approved ? 'approved' : 'rejected'
}

export type State = ReturnType<typeof stateOf>

/** Green with a check, red with a cross, yellow while it waits. */
export const requestLooks: Record<State, Status> = { onHold: 'waiting', approved: 'good', rejected: 'bad' }

/** The whole coins that an amount buys with what was left over before; in hundredths, as money in fractions does not divide exactly. */
export function coinsFor(amount: number, leftOver: number, value: number) {
  const [paid, price] = [Math.round(amount * 100) + Math.round(leftOver * 100), Math.round(value * 100)]
  return { coins: Math.floor(paid / price), hasRest: paid % price > 0 }
}

type Words = Pick<Request, 'transferCode' | 'paymentTypeName' | 'transferAmount' | 'rejectReason'>

/** What a request is found by, the amount also as it is written. */
export const wordsOf = ({ transferCode, paymentTypeName, transferAmount, rejectReason }: Words) => [
  transferCode,
  paymentTypeName,
  String(transferAmount),
  money(transferAmount),
  rejectReason,
]
