import * as z from 'zod/mini'
import { exact, MoneyOrZero } from '#contract/money/fees/amounts.ts'
import { statementLimits } from '#contract/money/fees/statements.ts'
import { fold } from '#contract/language/fold.ts'
import { asciiDigits } from '#contract/language/text.ts'
import { invalid } from '#server/base/errors.ts'
import { dayIn, datesIn } from '#server/exchange/imports/read/dates.ts'
import type { FileContent, FileRow } from '#server/exchange/imports/read/read-file.ts'
import type { BankLine, BankLines } from '#server/money/fees/statements.rules.ts'

/** The headings under which banks write these, folded. */
const headings = {
  day: 'date, transaction date, posting date, booking date, value date, التاريخ, تاريخ العمليه, تاريخ المعامله, تاريخ القيد, تاريخ الحق, تاريخ التنفيذ',
  credit:
    'credit, credits, credit amount, deposit, deposits, paid in, money in, amount in, دائن, له, ايداع, ايداعات, المبلغ الدائن, مبلغ الايداع, وارد',
  amount: 'amount, transaction amount, amount egp, المبلغ, مبلغ العمليه, القيمه, المبلغ بالجنيه',
  about:
    'description, details, narrative, narration, particulars, transaction details, remarks, text, البيان, الوصف, التفاصيل, تفاصيل العمليه, وصف العمليه, ملاحظات, شرح العمليه',
  payer:
    'name, payer, from, sender, sender name, counterparty, beneficiary, الاسم, المرسل, اسم المرسل, المحول, اسم المحول, من',
  reference:
    'reference, ref, ref no, reference number, transaction id, transaction reference, cheque number, المرجع, رقم المرجع, الرقم المرجعي, رقم العمليه, رقم الحركه, رقم المعامله',
} as const

type Meaning = keyof typeof headings

const meaningOf = new Map(
  (Object.keys(headings) as Meaning[]).flatMap((meaning) =>
    headings[meaning].split(',').map((word) => [fold(word.trim()), meaning] as const),
  ),
)

/** The lines of a statement by which money came in. Throws 400 for a file in which no day and no amount is named. */
export function statementIn(content: FileContent, today: string): BankLines {
  const found = tablesIn(content).flatMap((rows) => tableIn(rows) ?? [])
  if (found.length === 0)
    throw invalid('This is no statement; it needs headings of the day and of the amount that came in')
  const read = found.map((table) => linesOf(table, today))
  const lines = read.flatMap((one) => one.lines)
  if (lines.length > statementLimits.lines) throw invalid('The statement has more than 5,000 lines')
  return { lines, left: read.reduce((sum, { left }) => sum + left, 0) }
}

function tablesIn(content: FileContent) {
  if ('rows' in content) return [content.rows]
  return 'sheets' in content ? content.sheets.map(({ rows }) => rows) : []
}

type Table = { columns: Map<Meaning, number>; below: FileRow[] }

/** The first row that names a day and an amount; banks write the account and the period above it. */
function tableIn(rows: readonly FileRow[]): Table | null {
  for (const [nth, { cells }] of rows.slice(0, 40).entries()) {
    const columns = new Map<Meaning, number>()
    for (const [position, cell] of cells.entries()) {
      const meaning = meaningOf.get(fold(cell.replace(/[().:_/-]+/g, ' ').trim()))
      if (meaning && !columns.has(meaning)) columns.set(meaning, position)
    }
    if (columns.has('day') && (columns.has('credit') || columns.has('amount')))
      return { columns, below: rows.slice(nth + 1) }
  }
  return null
}

function linesOf({ columns, below }: Table, today: string) {
  const cell = ({ cells }: FileRow, meaning: Meaning) => (cells[columns.get(meaning) ?? -1] ?? '').trim()
  const order = datesIn(below.map((row) => cell(row, 'day'))).dayOrder ?? 'dayFirst'
  let left = 0
  const lines = below.flatMap((row): BankLine[] => {
    const day = dayIn(cell(row, 'day'), { order, today })
    const amount = moneyIn(cell(row, columns.has('credit') ? 'credit' : 'amount'))
    if (day === null || day === 'unsure' || day > today || amount === null || isOfSums(cell(row, 'about'))) {
      left += 1
      return []
    }
    const words = [cell(row, 'about'), cell(row, 'payer')].filter(Boolean).join(' · ')
    const reference = cell(row, 'reference').replaceAll(/\s+/g, ' ').slice(0, 60).trim()
    return [{ day, amount, text: words.replaceAll(/\s+/g, ' ').slice(0, 500).trim(), reference: reference || null }]
  })
  return { lines, left }
}

/** Some banks write the day beside sums and balances too. */
const isOfSums = (text: string) => sums.has(fold(text.replaceAll(/[.:]/g, '').trim()))
const sums = new Set(
  'الاجمالي, اجمالي, المجموع, مجموع, اجمالي الحركات, رصيد افتتاحي, الرصيد الافتتاحي, رصيد اول المده, رصيد مرحل, رصيد ختامي, الرصيد الختامي, رصيد اخر المده, total, totals, grand total, opening balance, closing balance, balance brought forward, balance carried forward'
    .split(', ')
    .map(fold),
)

/** An amount that came in; null for what went out, for nothing, and for anything else. */
function moneyIn(cell: string) {
  const plain = asciiDigits(cell)
    .replaceAll(/[^\d.,٫٬()+-]/g, '')
    .replace(/^\+/, '')
  const amount = z.safeParse(MoneyOrZero, plain).data
  return amount !== undefined && exact(amount) > 0n ? amount : null
}
