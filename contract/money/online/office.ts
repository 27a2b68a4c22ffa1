import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Id, List, OneOf, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { PrintedReceipt } from '#contract/money/fees/receipts.ts'
import { GatewayPayment, ToldOfFamily, ToldTransfer, toldStates } from './shapes.ts'

const takes = staff('TakeFees', { school: 'schoolId' }, 'wholeSchool')
const sees = staff('ViewFees', { school: 'schoolId' }, 'wholeSchool')

/** Further operations (api.md §16): what the office does about money of gateways and transfers that parents reported. */
export const feesOnlineOffice = {
  told: operation({
    path: 'FeeOnline/GetTold',
    access: sees,
    input: z.strictObject({ schoolId: Id, toldState: optional(OneOf(toldStates)), ...paging }),
    output: z.array(ToldOfFamily),
    paging: 'paged',
  }),

  /** Takes the money into the caller's till, with its receipt. `again`: why a reference comes a second time. */
  takeTold: operation({
    path: 'FeeOnline/TakeTold',
    access: takes,
    input: z.strictObject({
      schoolId: Id,
      toldId: Id,
      wayId: Id,
      dueIds: optional(List(Id, 0, 200)),
      again: optional(Text(3, 300)),
    }),
    output: PrintedReceipt,
    writes: true,
  }),

  refuseTold: operation({
    path: 'FeeOnline/RefuseTold',
    access: takes,
    input: z.strictObject({ schoolId: Id, toldId: Id, reason: Text(3, 300) }),
    output: ToldTransfer,
    writes: true,
  }),

  unclear: operation({
    path: 'FeeOnline/GetUnclear',
    access: takes,
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(GatewayPayment),
    paging: 'paged',
  }),

  payments: operation({
    path: 'FeeOnline/GetPayments',
    access: sees,
    input: z.strictObject({ schoolId: Id, text: optional(Text(0, 200)), ...paging }),
    output: z.array(GatewayPayment),
    paging: 'paged',
  }),

  /** Unclear money goes to a family, or is closed with what was done about it elsewhere. */
  settle: operation({
    path: 'FeeOnline/Settle',
    access: takes,
    input: z.strictObject({
      schoolId: Id,
      paymentId: Id,
      familyId: optional(Id),
      dueIds: optional(List(Id, 0, 200)),
      reason: Text(3, 300),
    }),
    output: GatewayPayment,
    writes: true,
  }),
}
