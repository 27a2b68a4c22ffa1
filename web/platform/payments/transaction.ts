import type { OutputOf } from '#contract/language/operation.ts'
import type { payments } from '#contract/platform/payments/payments.ts'

export type Transaction = OutputOf<typeof payments.list>[number]

/** What a payment and its corrections come to, to the piastre; `ofSchool` are the payments of its school. */
export const comesTo = ({ id }: Pick<Transaction, 'id'>, ofSchool: Pick<Transaction, 'id' | 'adjusts' | 'amount'>[]) =>
  Math.round(ofSchool.reduce((sum, one) => (one.id === id || one.adjusts === id ? sum + one.amount * 100 : sum), 0)) /
  100
