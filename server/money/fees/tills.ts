import { amountText, exact } from '#contract/money/fees/amounts.ts'
import { feeTills, type Till } from '#contract/money/fees/tills.ts'
import type * as z from 'zod/mini'
import { conflict, found } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { mustFit, settingsWanted } from './money.rules.ts'
import { insertPostings } from './postings.queries.ts'
import { waysOf } from './settings.queries.ts'
import { cashIn } from './till.rules.ts'
import {
  insertTill,
  lockTill,
  receiptsOfTill,
  storeClosing,
  tillById,
  tillOf,
  type TillRow,
  tillRows,
  waysInTill,
} from './tills.queries.ts'

export const feeTillOperations = implement(feeTills, {
  async till({ db, user, school, input: { tillId } }) {
    const till = tillId
      ? found(await tillById(db, school.id, tillId))
      : await tillOf(db, school.id, user.id, school.today)
    return till ? shownTill(db, school.id, till) : null
  },

  async tills({ db, school, page }) {
    const { rows, total } = await tillRows(db, school.id, page)
    if (rows.length === 0) return { rows: [], total }
    const { decimals } = await settingsWanted(db, school.id)
    const text = (amount: string) => amountText(exact(amount), decimals)
    const shown = rows.map((row) => ({
      ...row,
      taken: text(row.taken),
      difference: row.difference && text(row.difference),
    }))
    return { rows: shown, total }
  },

  async openTill({ db, user, school, now, audit, input: { opening } }) {
    const { decimals } = await settingsWanted(db, school.id)
    mustFit(opening, decimals, 'opening')
    const till = { schoolId: school.id, personId: user.id, day: school.today, opening, now: now.toISOString() }
    if (!(await insertTill(db, till))) throw conflict('You have opened a till today already')
    const opened = (await tillOf(db, school.id, user.id, school.today))!
    await audit('till', opened.id)
    return shownTill(db, school.id, opened)
  },

  async closeTill({ db, user, school, now, audit, input: { counted, note = null } }) {
    const { decimals } = await settingsWanted(db, school.id)
    mustFit(counted, decimals, 'counted')
    const till = await tillOf(db, school.id, user.id, school.today)
    if (!till) throw conflict('Open your till first')
    if ((await lockTill(db, school.id, till.id, true))!.closed) throw conflict('Your till is closed for today')
    const ways = await waysInTill(db, school.id, till.id)
    const expected = cashIn(till, ways)
    const closing = { schoolId: school.id, id: till.id, counted, expected: amountText(expected, 3), note }
    await storeClosing(db, { ...closing, now: now.toISOString() })
    const difference = exact(counted) - expected
    const cash = ways.find(({ kind }) => kind === 'cash')?.wayId ?? (await cashWay(db, school.id))
    if (difference !== 0n && cash) {
      const missing = difference < 0n
      const line = {
        from: missing ? ('till' as const) : ('difference' as const),
        to: missing ? ('difference' as const) : ('till' as const),
        amount: amountText(missing ? -difference : difference, 3),
        wayId: cash,
        tillId: till.id,
      }
      const posting = { id: newId(), kind: 'difference' as const, day: school.today, madeBy: user.id, lines: [line] }
      await insertPostings(db, school.id, [posting])
    }
    await audit('till', till.id)
    return shownTill(db, school.id, found(await tillById(db, school.id, till.id)))
  },
})

const cashWay = async (db: Db, schoolId: string) => (await waysOf(db, schoolId)).find(({ kind }) => kind === 'cash')?.id

async function shownTill(db: Db, schoolId: string, till: TillRow): Promise<z.output<typeof Till>> {
  const { currency, decimals } = await settingsWanted(db, schoolId)
  const text = (amount: string) => amountText(exact(amount), decimals)
  const ways = await waysInTill(db, schoolId, till.id)
  const receipts = await receiptsOfTill(db, schoolId, till.id)
  const { personId: _, counted, expected, ...row } = till
  return {
    ...row,
    opening: text(row.opening),
    counted: counted && text(counted),
    expected: expected && text(expected),
    difference: counted && expected && amountText(exact(counted) - exact(expected), decimals),
    cash: amountText(cashIn(till, ways), decimals),
    currency,
    decimals,
    ways: ways.map(({ kind: _kind, ...way }) => ({ ...way, in: text(way.in), out: text(way.out) })),
    receipts: receipts.map((receipt) => ({ ...receipt, amount: text(receipt.amount) })),
  }
}
