import type { OutputOf } from '#contract/language/operation.ts'
import type { payments } from '#contract/payments/payments.ts'

export type Transaction = OutputOf<typeof payments.list>[number]
