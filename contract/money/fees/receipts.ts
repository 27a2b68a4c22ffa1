import * as z from 'zod/mini'

const text = z.string()
const orNone = z.nullable(z.string())

/** What stands on a receipt and is signed. `v`: the version of this shape. Amounts are texts with all decimals of the currency. */
export const ReceiptContent = z.object({
  v: z.number(),
  kind: z.enum(['receipt', 'reversal']),
  number: z.number(),
  year: z.number(),
  day: text,
  schoolName: text,
  familyCode: text,
  /** The children whose parts were paid, or the family's, each with the class. */
  students: z.array(z.object({ name: text, className: text })),
  /** As the check of a receipt shows it: a first name and an initial. */
  shortName: text,
  /** `rate`: the tax in percent that is in the amount, where the item has one. */
  lines: z.array(z.object({ student: orNone, item: orNone, dueOn: orNone, amount: text, rate: z.optional(text) })),
  amount: text,
  currency: text,
  way: text,
  reference: orNone,
  takenBy: text,
  /** Of a reversal: which receipt, and why. */
  reverses: orNone,
  reason: orNone,
})
export type ReceiptContent = z.output<typeof ReceiptContent>

/** A receipt as it is printed. `left`: what the family owes today. */
export const PrintedReceipt = z.object({
  id: text,
  content: ReceiptContent,
  code: text,
  copy: z.boolean(),
  reversedBy: orNone,
  logoUrl: orNone,
})
export type PrintedReceipt = z.output<typeof PrintedReceipt>
