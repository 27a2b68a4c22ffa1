import * as z from 'zod/mini'
import { exact, fitsCurrency, MoneyOrZero } from '#contract/money/fees/amounts.ts'
import { fold } from '#contract/language/fold.ts'
import type { Meaning } from '#server/exchange/imports/read/headings.ts'
import { dayIn } from '#server/exchange/imports/read/dates.ts'
import type { Reading } from '#server/exchange/imports/read/reading.ts'
import { type RowCells, textIn } from '#server/exchange/imports/read/row-cells.ts'
import { codeIn } from '#server/exchange/imports/read/words.ts'
import type { RowPlan } from './plans.queries.ts'
import type { TableGround } from './table-kinds.ts'

const names = ['firstName', 'middleName', 'grandfather', 'lastName'] as const

/** What a student owes for an item by the books of another system, and what of it was paid there. `classRoomId`: the class that is named. */
export function balanceOfRow(
  row: RowCells,
  reading: Reading,
  { fees }: TableGround,
  classRoomId: () => string | null,
): RowPlan | null {
  const code = row.value('code', codeIn, 'A code begins with ST')
  const otherNumber = textIn(row, 'otherNumber', 1, 40)
  const name = row.text('fullName') || names.map(row.text).filter(Boolean).join(' ')
  if (!row.says('code') && name === '' && otherNumber === null)
    row.fault(row.at('code') === null ? 'fullName' : 'code', 'Required')
  const room = code === null && name !== '' ? classRoomId() : null

  const [due, paid] = [amountIn(row, 'feeDue', fees!.decimals), amountIn(row, 'feePaid', fees!.decimals)]
  if (exact(due) + exact(paid) === 0n) row.fault('feeDue', 'Write what is due or what was paid')
  const item = exact(due) > 0n ? itemIn(row, reading, fees!) : null
  const dueOn = dayOfRow(row, reading)
  const familyCode = textIn(row, 'feeFamily', 1, 40)
  const shown = ['feeFamily', 'feeItem', 'feeDue', 'feePaid', 'feeDay'] as const
  return {
    title: name || code || otherNumber || '',
    words: shown.flatMap((field) => (row.says(field) ? [{ field, name: null, value: row.text(field) }] : [])),
    balance: {
      familyCode,
      code,
      otherNumber,
      name: name === '' ? null : fold(name),
      classRoomId: room,
      itemId: item?.id ?? null,
      due,
      paid,
      dueOn,
    },
  }
}

/** The amount of a cell as an exact text; nothing counts as zero. */
function amountIn(row: RowCells, meaning: Meaning, decimals: number) {
  const read = (cell: string) => {
    const amount = z.safeParse(MoneyOrZero, cell).data
    return amount !== undefined && fitsCurrency(exact(amount), decimals) ? amount : null
  }
  return row.value(meaning, read, 'Write the amount in digits, with no more decimals than the currency has') ?? '0'
}

/**
 * The item by its name, or the one that a person said the name means; if the school has only one, it need not be named. Where a row names
 * none, the heading of its amount does.
 */
function itemIn(row: RowCells, { names }: Reading, { items, dueHeading }: NonNullable<TableGround['fees']>) {
  const [only, ...others] = items.filter(({ active }) => active)
  const written = row.text('feeItem')
  const name = written || dueHeading
  const meant = names.find((one) => one.kind === 'feeItem' && fold(one.name) === fold(name))
  const found = items.find((one) => one.id === meant?.id || fold(one.name) === fold(name))
  if (found) return found
  if (written === '' && others.length === 0 && only) return only
  row.unknownNames.push({ kind: 'feeItem', name })
  return row.fault(
    written === '' ? 'feeDue' : 'feeItem',
    written === ''
      ? 'Choose for which item of fees these amounts are'
      : 'The school has no item of this name; add it in the settings of fees',
  )
}

function dayOfRow(row: RowCells, { dayOrder: order, today }: Reading) {
  return row.value(
    'feeDay',
    (text) => {
      const day = dayIn(text, { order, today })
      return day === 'unsure' ? null : day
    },
    (text) =>
      dayIn(text, { order, today }) === 'unsure' ? 'Choose whether the day or the month stands first' : 'Invalid date',
  )
}
