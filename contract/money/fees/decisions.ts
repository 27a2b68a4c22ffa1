import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Id, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'
import { MoneyText } from './amounts.ts'
import { Family, FeeProposal } from './families.ts'
import { PrintedReceipt } from './receipts.ts'

const reverses = staff('ReverseFees', { school: 'schoolId' }, 'wholeSchool')
const Reason = Text(3, 300)

/** Further operations (api.md §16): what takes money back, most of it by two people. */
export const feeDecisions = {
  /** A receipt with a number of its own; the reversed one keeps its number. */
  reverse: operation({
    path: 'Fee/Reverse',
    access: reverses,
    input: z.strictObject({ schoolId: Id, receiptId: Id, reason: Reason }),
    output: z.object({ family: Family, receipt: PrintedReceipt }),
    writes: true,
  }),

  /** Proposes to pay credit back; another person confirms within 72 hours. */
  refund: operation({
    path: 'Fee/Refund',
    access: reverses,
    input: z.strictObject({ schoolId: Id, familyId: Id, amount: MoneyText, wayId: Id, reason: Reason }),
    output: Family,
    writes: true,
  }),

  /** Proposes to write off what is owed of a part. */
  writeOff: operation({
    path: 'Fee/WriteOff',
    access: reverses,
    input: z.strictObject({ schoolId: Id, dueId: Id, amount: MoneyText, reason: Reason }),
    output: Family,
    writes: true,
  }),

  proposals: operation({
    path: 'Fee/GetProposals',
    access: staff('ViewFees', { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(FeeProposal),
    paging: 'paged',
  }),

  confirm: operation({
    path: 'Fee/Confirm',
    access: reverses,
    input: z.strictObject({ schoolId: Id, proposalId: Id }),
    output: Done,
    writes: true,
  }),

  refuse: operation({
    path: 'Fee/Refuse',
    access: reverses,
    input: z.strictObject({ schoolId: Id, proposalId: Id }),
    output: Done,
    writes: true,
  }),
}
