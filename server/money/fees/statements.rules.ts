import { createHash } from 'node:crypto'
import { exact, fitsCurrency } from '#contract/money/fees/amounts.ts'
import type { uploadStatement } from '#contract/money/fees/statements.ts'
import { invalid } from '#server/base/errors.ts'
import type { Context } from '#server/call/implement.ts'
import { settingsWanted } from './money.rules.ts'
import { insertStatement, type BankLineStored } from './statements.queries.ts'

/** A line of a statement as it was read; `amount` is an exact text. */
export type BankLine = { day: string; amount: string; text: string; reference: string | null }

/** `left`: rows by which no money came in, or of which the day cannot be read. */
export type BankLines = { lines: readonly BankLine[]; left: number }

/** Stores a statement that was read. The same file, or the same line in another file, brings nothing. */
export async function storeStatement(context: Context<typeof uploadStatement>, { lines, left }: BankLines) {
  const { db, user, school, audit, input } = context
  const { decimals } = await settingsWanted(db, school.id)
  if (lines.some(({ amount }) => !fitsCurrency(exact(amount), decimals)))
    throw invalid('The amounts of this statement have more decimals than the currency of the school')
  const file = {
    schoolId: school.id,
    fileName: input.fileName ?? null,
    hash: Buffer.from(input.file, 'hex'),
    by: user.id,
  }
  const { fileId, brought } = await insertStatement(db, file, keyed(lines))
  await audit('statement', fileId, school.id, { rows: brought })
  return { fileId, brought, known: lines.length - brought, left }
}

/** Each line with what it is known by. Two equal transfers of one day are two lines: the second has the next number. */
function keyed(lines: readonly BankLine[]): BankLineStored[] {
  const count = new Map<string, number>()
  return lines.map((line) => {
    const written = JSON.stringify([line.day, line.amount, line.text, line.reference])
    const nth = (count.get(written) ?? 0) + 1
    count.set(written, nth)
    return { ...line, key: createHash('sha256').update(`${nth} ${written}`).digest('hex') }
  })
}
