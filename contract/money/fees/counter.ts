import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Bool, Day, Id, List, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { MoneyText } from './amounts.ts'
import { Family, ReceiptRow } from './families.ts'
import { PrintedReceipt } from './receipts.ts'

const Taken = z.object({ family: Family, receipt: z.nullable(PrintedReceipt) })

const takes = staff('TakeFees', { school: 'schoolId' }, 'wholeSchool')
const sees = staff('ViewFees', { school: 'schoolId' }, 'wholeSchool')

export const NewFeePayment = z.strictObject({
  /** One id of one payment, however often it is sent. */
  clientOperationId: Id,
  schoolId: Id,
  familyId: Id,
  amount: MoneyText,
  wayId: Id,
  reference: optional(Text(0, 60)),
  /** Today if it is missing; not later. */
  receivedOn: optional(Day),
  /** A cheque that may be cashed from this later day on: it is promised, and gets no receipt yet. */
  dated: optional(Day),
  /** The parts to pay; otherwise the oldest of the family. */
  dueIds: optional(List(Id, 0, 200)),
  payerId: optional(Id),
  /** Why the same way and reference are taken a second time. */
  again: optional(Text(3, 300)),
})

/** Further operations (api.md §16): taking money at the counter. */
export const feeCounter = {
  take: operation({
    path: 'Fee/Take',
    access: takes,
    input: NewFeePayment,
    output: Taken,
    writes: true,
    onceBy: 'clientOperationId',
  }),

  /** Pays parts from what the family paid beyond its dues. Nobody else ever uses it. */
  useCredit: operation({
    path: 'Fee/UseCredit',
    access: takes,
    input: z.strictObject({ schoolId: Id, familyId: Id, amount: MoneyText, dueIds: optional(List(Id, 0, 200)) }),
    output: Family,
    writes: true,
  }),

  /** A cheque that was dated ahead: it was paid, or it came back. */
  clearCheque: operation({
    path: 'Fee/ClearCheque',
    access: takes,
    input: z.strictObject({ schoolId: Id, promiseId: Id, cleared: Bool }),
    output: Taken,
    writes: true,
  }),

  receipts: operation({
    path: 'Fee/GetReceipts',
    access: sees,
    input: z.strictObject({
      schoolId: Id,
      dateFrom: optional(Day),
      dateTo: optional(Day),
      text: optional(Text(0, 200)),
      ...paging,
    }),
    output: z.array(ReceiptRow),
    paging: 'paged',
  }),

  /** Receipts to print again; they are marked as copies. */
  print: operation({
    path: 'Fee/PrintReceipts',
    access: sees,
    input: z.strictObject({ schoolId: Id, receiptIds: List(Id, 1, 100) }),
    output: z.array(PrintedReceipt),
    writes: true,
    secret: true,
  }),
}
