import * as z from 'zod/mini'
import { PrintedReceipt } from '#contract/money/fees/receipts.ts'

export const intentStates = ['open', 'declined', 'paid', 'credited', 'unclear', 'expired'] as const
export const paymentStates = ['posted', 'unclear', 'waiting', 'settled', 'test'] as const
export const unclearReasons = ['noIntent', 'amount', 'currency', 'noPayment', 'notAsked'] as const
export const refundStates = ['waiting', 'refused', 'confirmed', 'sending', 'sent', 'done', 'failed'] as const
export const toldStates = ['waiting', 'taken', 'refused', 'withdrawn'] as const

const text = z.string()
const orNone = z.nullable(text)

/**
 * What somebody set out to pay. `credited`: the money came when the dues had been paid otherwise, and is credit of the family. `url`: the page of
 * the gateway, answered once; `code`: what is shown at a kiosk.
 */
export const Intent = z.object({
  id: text,
  schoolId: text,
  amount: text,
  currency: text,
  intentState: z.enum(intentStates),
  url: orNone,
  code: orNone,
  createdAt: text,
  expiresAt: text,
  receipt: z.nullable(PrintedReceipt),
})

/** A transfer that a parent says they made. `again`: its reference was reported or received before. */
export const ToldTransfer = z.object({
  id: text,
  schoolId: text,
  familyId: text,
  amount: text,
  currency: text,
  day: text,
  reference: text,
  note: orNone,
  /** The slip of the bank, as long as it is kept. */
  imageUrl: orNone,
  toldState: z.enum(toldStates),
  reason: orNone,
  again: z.boolean(),
  toldAt: text,
})

export const ToldOfFamily = z.object({ ...ToldTransfer.shape, familyCode: text, names: text, payerName: text })

/** Money that moved at a gateway, with whether a person has to look at it, and why. */
export const GatewayPayment = z.object({
  id: text,
  gateway: text,
  transactionId: text,
  moved: z.enum(['payment', 'refund']),
  amount: text,
  currency: text,
  paymentState: z.enum(paymentStates),
  why: z.nullable(z.enum(unclearReasons)),
  familyId: orNone,
  familyCode: orNone,
  names: orNone,
  receiptNumber: orNone,
  /** What was paid back of it, and what waits to be. */
  refunded: text,
  day: text,
  reason: orNone,
})

/** Money back that waits, or went. `confirm`: whether the caller may be the second person. */
export const Refund = z.object({
  id: text,
  transactionId: text,
  familyCode: text,
  names: text,
  amount: text,
  currency: text,
  reason: text,
  refundState: z.enum(refundStates),
  proposedByName: text,
  expiresAt: text,
  may: z.object({ confirm: z.boolean(), refuse: z.boolean() }),
})

/** What a parent can do now in each school, and what they did lately. */
export const OwnOnline = z.object({
  schools: z.array(z.object({ schoolId: text, page: z.boolean(), code: z.boolean() })),
  intents: z.array(Intent),
  told: z.array(ToldTransfer),
})
