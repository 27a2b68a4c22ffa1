import { amountText, exact } from '#contract/money/fees/amounts.ts'
import { feeStatements } from '#contract/money/fees/statements.ts'
import { asciiDigits } from '#contract/language/text.ts'
import { conflict, found, mustDiffer, notFound } from '#server/base/errors.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { implement } from '#server/call/implement.ts'
import { emptyPage } from '#server/db/page.ts'
import { lockFamily } from './family.queries.ts'
import { proposedFor } from './matching.rules.ts'
import { settingsWanted } from './money.rules.ts'
import { feeSettingsOf, waysOf } from './settings.queries.ts'
import {
  familiesToMatch,
  lockLines,
  markPosted,
  statementRows,
  takeToldByLine,
  type ToldToMatch,
  toldToMatch,
} from './statements.queries.ts'
import { receive } from './taking.rules.ts'

type Needs = { secrets: Secrets }

export const feeStatementOperations = implement(feeStatements, ({ secrets }: Needs) => ({
  async lines({ db, school, input, page }) {
    const settings = await feeSettingsOf(db, school.id)
    if (!settings) return emptyPage
    const { show = null, text = null } = input
    const { rows, total } = await statementRows(db, school.id, { show, text: text && asciiDigits(text) }, page)
    const waits = rows.some(({ receiptNumber }) => receiptNumber === null)
    const families = waits ? await familiesToMatch(db, school.id) : []
    const reported = waits ? await toldToMatch(db, school.id) : []
    const shown = (amount: string) => amountText(exact(amount), settings.decimals)
    return {
      rows: rows.map((row) => ({
        ...row,
        amount: shown(row.amount),
        proposals:
          row.receiptNumber === null
            ? proposedFor(row, families, reported).map(
                ({ family: { familyId, familyCode, names, owed }, by, told }) => ({
                  familyId,
                  familyCode,
                  names,
                  owed: shown(owed),
                  by,
                  told: told && reportShown(told),
                }),
              )
            : [],
      })),
      total,
    }
  },

  async match(context) {
    const { db, user, school, now, audit, input } = context
    const ids = input.matches.map(({ lineId }) => lineId)
    mustDiffer(ids, 'A line is listed twice', 'matches')
    await settingsWanted(db, school.id)
    const way = (await waysOf(db, school.id)).find(({ kind, active }) => kind === 'transfer' && active)
    if (!way) throw conflict('Switch on a way of the kind bank transfer first')
    // Families first, as everywhere; then the lines.
    const familyIds = [...new Set(input.matches.map(({ familyId }) => familyId))].toSorted()
    for (const id of familyIds) found(await lockFamily(db, school.id, id))
    const lines = new Map((await lockLines(db, school.id, ids)).map((line) => [line.id, line]))
    if (lines.size < ids.length) throw notFound()
    if ([...lines.values()].some(({ posted }) => posted)) throw conflict('This line is a payment already')
    for (const { lineId, familyId, toldId } of input.matches) {
      const { amount, reference, day } = lines.get(lineId)!
      const payment = { familyId, amount, way, reference, receivedOn: day, dueIds: [], payerId: null, reason: null }
      const { id } = await receive(context, secrets, payment, 'bank')
      await markPosted(db, school.id, { id: lineId, receiptId: id, by: user.id })
      const told = { id: toldId ?? '', familyId, receiptId: id, by: user.id, now }
      if (toldId && !(await takeToldByLine(db, school.id, told)))
        throw conflict('This request has already been decided')
      await audit('receipt', id)
    }
    return { done: true as const, changed: ids.length }
  },
}))

const reportShown = ({ id, reference, day, payerName, note }: ToldToMatch) => ({ id, reference, day, payerName, note })
