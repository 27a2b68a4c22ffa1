import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Id, List, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'

const text = z.string()
const orNone = z.nullable(z.string())

/** A family in a list. Without `familyId`: children whom the office has not yet counted as a family. */
export const FamilyRow = z.object({
  familyId: orNone,
  code: orNone,
  names: text,
  studentIds: z.array(text),
  owed: text,
  overdue: text,
  credit: text,
})

const FamilyChild = z.object({
  studentId: text,
  studentName: text,
  code: text,
  classRoomName: text,
  gradeName: text,
  active: z.boolean(),
  leftOn: orNone,
})

/** A part of a charge: `amount` was charged, `reduced` of it taken off, `open` is still owed. */
export const FamilyDue = z.object({
  id: text,
  studentId: text,
  studentName: text,
  itemName: text,
  yearName: text,
  dueOn: text,
  amount: text,
  reduced: text,
  open: text,
  /** Due after the child left, and so proposed for reversal. */
  afterLeaving: z.boolean(),
})

export const ReceiptRow = z.object({
  id: text,
  number: z.number(),
  year: z.number(),
  receivedOn: text,
  amount: text,
  wayName: text,
  reference: orNone,
  takenByName: text,
  payerName: orNone,
  familyId: text,
  familyCode: text,
  names: text,
  /** The number of the receipt that this one reverses, or that reverses this one. */
  reverses: orNone,
  reversedBy: orNone,
  reason: orNone,
})

const Promised = z.object({
  id: text,
  amount: text,
  wayName: text,
  reference: text,
  dated: text,
  state: z.enum(['waiting', 'cleared', 'returned']),
})

/** What waits for a second person. `confirm`: whether the caller may be that person. */
export const FeeProposal = z.object({
  id: text,
  kind: z.enum(['refund', 'writeOff', 'reduction']),
  familyId: text,
  familyCode: text,
  names: text,
  amount: text,
  reason: text,
  proposedByName: text,
  expiresAt: text,
  may: z.object({ confirm: z.boolean(), refuse: z.boolean() }),
})

/** One line of a family's statement: what the balance owed became by a posting. */
const StatementLine = z.object({
  postingId: text,
  day: text,
  kind: text,
  about: text,
  amount: text,
  balance: text,
  reason: orNone,
})

export const Family = z.object({
  familyId: text,
  code: text,
  version: z.number(),
  confirmed: z.boolean(),
  currency: text,
  decimals: z.number(),
  children: z.array(FamilyChild),
  /** Adults of the children, for whom a receipt may be made out. */
  payers: z.array(z.object({ id: text, name: text })),
  dues: z.array(FamilyDue),
  owed: text,
  overdue: text,
  credit: text,
  receipts: z.array(ReceiptRow),
  promises: z.array(Promised),
  proposals: z.array(FeeProposal),
  grants: z.array(
    z.object({
      id: text,
      studentId: text,
      studentName: text,
      reductionId: text,
      name: text,
      yearName: text,
      year: text,
    }),
  ),
  statement: z.array(StatementLine),
})

const sees = staff('ViewFees', { school: 'schoolId' }, 'wholeSchool')

/** Further operations (api.md §16): families, what they owe and what they paid. */
export const feeFamilies = {
  /** By a name, the code of a student or of a family, a phone, or the scanned code of a student's card. */
  list: operation({
    path: 'Fee/GetFamilies',
    access: sees,
    input: z.strictObject({ schoolId: Id, text: optional(Text(0, 300)), ...paging }),
    output: z.array(FamilyRow),
    paging: 'paged',
  }),

  get: operation({
    path: 'Fee/GetFamily',
    access: sees,
    input: z.strictObject({ schoolId: Id, familyId: optional(Id), studentId: optional(Id) }),
    output: z.nullable(Family),
  }),

  /** Children who have the same parents or guardian's phone and are not one family yet. */
  proposed: operation({
    path: 'Fee/GetProposedFamilies',
    access: sees,
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(FamilyRow),
    paging: 'paged',
  }),

  /** Counts these children as one family: the one that is named, or a new one. Its credit and receipts stay with it. */
  confirm: operation({
    path: 'Fee/ConfirmFamily',
    access: staff(['ManageFees', 'TakeFees'], { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id, familyId: optional(Id), studentIds: List(Id, 1, 30) }),
    output: Family,
    writes: true,
  }),
}
