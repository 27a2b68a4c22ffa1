import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Id, OneOf, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { MoneyText } from '#contract/money/fees/amounts.ts'
import { Refund } from './shapes.ts'

const reverses = staff('ReverseFees', { school: 'schoolId' }, 'wholeSchool')

/** Further operations (api.md §16): money back to the payment of a gateway that it came by. */
export const gatewayRefunds = {
  refunds: operation({
    path: 'FeeOnline/GetRefunds',
    access: staff('ViewFees', { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(Refund),
    paging: 'paged',
  }),

  /** Proposes money back to the payment that it came by; another person confirms within 72 hours. */
  refund: operation({
    path: 'FeeOnline/Refund',
    access: reverses,
    input: z.strictObject({ schoolId: Id, paymentId: Id, amount: MoneyText, reason: Text(3, 300) }),
    output: Refund,
    writes: true,
  }),

  decideRefund: operation({
    path: 'FeeOnline/DecideRefund',
    access: reverses,
    input: z.strictObject({ schoolId: Id, refundId: Id, decision: OneOf(['confirm', 'refuse']) }),
    output: Refund,
    writes: true,
  }),
}
