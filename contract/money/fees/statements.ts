import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Id, List, OneOf, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'
import { wireNames } from '#contract/language/wire-names.ts'

/** The limits of a statement: a year of a large school. */
export const statementLimits = { bytes: 5 * 1024 * 1024, lines: 5000 }

const orNone = z.nullable(z.string())

/** `brought`: lines that were new; `known`: that came before; `left`: rows without money that came in, or without a day. */
const Statement = z.object({ fileId: z.string(), brought: z.number(), known: z.number(), left: z.number() })

/**
 * A family that may have sent the money of a line, the likeliest first. `by`: a parent of it reported this transfer, its code is in the text, or
 * the amount, the day and a name fit. `told`: what the parent reported, which becomes taken with the line.
 */
const ProposedFamily = z.object({
  familyId: z.string(),
  familyCode: z.string(),
  names: z.string(),
  owed: z.string(),
  by: z.enum(['told', 'code', 'amount']),
  told: z.nullable(
    z.object({ id: z.string(), reference: z.string(), day: z.string(), payerName: z.string(), note: orNone }),
  ),
})

/** A line of a statement. `receiptNumber`: the payment that was made of it; null: it waits. */
const StatementRow = z.object({
  id: z.string(),
  day: z.string(),
  amount: z.string(),
  about: z.string(),
  reference: orNone,
  receiptNumber: orNone,
  familyId: orNone,
  familyCode: orNone,
  names: orNone,
  proposals: z.array(ProposedFamily),
})

const takes = staff('TakeFees', { school: 'schoolId' }, 'wholeSchool')

/**
 * The upload of a statement of the bank: a multipart form with the part `File`, read as tables of imports are; this shape has its SHA-256. Lines
 * that came before are not stored again.
 */
export const uploadStatement = operation({
  path: 'Fee/UploadStatement',
  access: takes,
  input: wireNames(z.strictObject({ schoolId: Id, fileName: optional(Text(1, 200)), file: Text(64, 64) }), {
    file: 'File',
  }),
  output: Statement,
  writes: true,
  takes: { type: 'multipart/form-data', bytes: statementLimits.bytes },
  lasts: 60_000,
})

/** Further operations (api.md §16): what came by the bank, and which payment it is. */
export const feeStatements = {
  lines: operation({
    path: 'Fee/GetStatement',
    access: staff('ViewFees', { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({
      schoolId: Id,
      show: optional(OneOf(['waiting', 'posted'])),
      text: optional(Text(0, 200)),
      ...paging,
    }),
    output: z.array(StatementRow),
    paging: 'paged',
  }),

  /** Makes each line a payment by bank of the family that a person chose. All of them or none. */
  match: operation({
    path: 'Fee/Match',
    access: takes,
    input: z.strictObject({
      schoolId: Id,
      matches: List(z.strictObject({ lineId: Id, familyId: Id, toldId: optional(Id) }), 1, 50),
    }),
    output: Done,
    writes: true,
    lasts: 60_000,
  }),
}
