import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Id, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { MoneyOrZero } from './amounts.ts'

/** The till of a person on a day: by way, what came in and went out; `cash` is what should lie in it. */
export const Till = z.object({
  id: z.string(),
  personName: z.string(),
  day: z.string(),
  opening: z.string(),
  openedAt: z.string(),
  closedAt: z.nullable(z.string()),
  counted: z.nullable(z.string()),
  expected: z.nullable(z.string()),
  /** Counted less expected; below zero something is missing. */
  difference: z.nullable(z.string()),
  note: z.nullable(z.string()),
  cash: z.string(),
  currency: z.string(),
  decimals: z.number(),
  ways: z.array(
    z.object({ wayId: z.string(), name: z.string(), receipts: z.number(), in: z.string(), out: z.string() }),
  ),
  receipts: z.array(
    z.object({
      number: z.string(),
      names: z.string(),
      familyCode: z.string(),
      wayName: z.string(),
      amount: z.string(),
      reverses: z.nullable(z.string()),
    }),
  ),
})

const takes = staff('TakeFees', { school: 'schoolId' }, 'wholeSchool')
const sees = staff('ViewFees', { school: 'schoolId' }, 'wholeSchool')

/** Further operations (api.md §16): the till, opened and closed by a count. */
export const feeTills = {
  till: operation({
    path: 'Fee/GetTill',
    access: sees,
    input: z.strictObject({ schoolId: Id, tillId: optional(Id) }),
    output: z.nullable(Till),
  }),

  tills: operation({
    path: 'Fee/GetTills',
    access: sees,
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(
      z.object({
        id: z.string(),
        personName: z.string(),
        day: z.string(),
        closedAt: z.nullable(z.string()),
        taken: z.string(),
        difference: z.nullable(z.string()),
      }),
    ),
    paging: 'paged',
  }),

  openTill: operation({
    path: 'Fee/OpenTill',
    access: takes,
    input: z.strictObject({ schoolId: Id, opening: MoneyOrZero }),
    output: Till,
    writes: true,
  }),

  closeTill: operation({
    path: 'Fee/CloseTill',
    access: takes,
    input: z.strictObject({ schoolId: Id, counted: MoneyOrZero, note: optional(Text(0, 300)) }),
    output: Till,
    writes: true,
  }),
}
