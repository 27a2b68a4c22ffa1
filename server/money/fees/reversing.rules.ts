import { exact } from '#contract/money/fees/amounts.ts'
import type { feeDecisions } from '#contract/money/fees/decisions.ts'
import type { ReceiptContent } from '#contract/money/fees/receipts.ts'
import { conflict, found } from '#server/base/errors.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { Context } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { sumOf } from './charging.rules.ts'
import { lockFamily } from './family.queries.ts'
import { shownFamily } from './family.rules.ts'
import { insertPostings, type NewLine, reversedLines } from './postings.queries.ts'
import { receiptToReverse } from './receipts.queries.ts'
import { wayOf } from './settings.queries.ts'
import { issueReceipt, openTill } from './taking.rules.ts'
import { lockTill } from './tills.queries.ts'

/** Reverses a receipt: what it paid is owed again, and the money leaves its till, or if that is closed the caller's. */
export async function reversed(context: Context<typeof feeDecisions.reverse>, secrets: Secrets) {
  const { db, user, school, audit, input } = context
  const before = found(await receiptToReverse(db, school.id, input.receiptId))
  await lockFamily(db, school.id, before.familyId)
  const receipt = found(await receiptToReverse(db, school.id, input.receiptId))
  if (receipt.reverses) throw conflict('This is the receipt of a reversal')
  if (receipt.reversed) throw conflict('This receipt has been reversed already')
  // No till holds what a gateway received: it goes back to the payment that it came by.
  if (receipt.tillId === null && !receipt.byBank)
    throw conflict('This was paid online; pay it back to the same payment')
  const way = found(await wayOf(db, school.id, receipt.wayId))
  const till = receipt.tillId === null ? null : await tillToTakeFrom(context, receipt.tillId)
  const lines = (await reversedLines(db, school.id, [receipt.postingId])).map(({ line }) => ({
    ...line,
    ...(till && { tillId: till }),
  }))
  await mustHold(db, school.id, lines)
  const posting = {
    id: newId(),
    kind: 'reversal' as const,
    day: school.today,
    madeBy: user.id,
    reverses: receipt.postingId,
  }
  await insertPostings(db, school.id, [{ ...posting, reason: input.reason, lines }])
  const former = receipt.content as ReceiptContent
  const { familyId, amount, reference, payerId, studentIds } = receipt
  const { printed } = await issueReceipt(context, secrets, {
    familyId,
    amount,
    way,
    reference,
    receivedOn: school.today,
    dueIds: [],
    payerId,
    reason: input.reason,
    postingId: posting.id,
    studentIds,
    reverses: { id: receipt.id, number: `${former.number}/${former.year}` },
    stated: former.lines.map((line) => ({ ...line, share: exact(line.amount) })),
  })
  await audit('receipt', receipt.id)
  return { family: (await shownFamily(context, { familyId }))!, receipt: printed }
}

/** The till of a receipt while that is open, else the caller's. */
async function tillToTakeFrom(context: Context<typeof feeDecisions.reverse>, tillId: string) {
  const isOpen = !(await lockTill(context.db, context.school.id, tillId))!.closed
  return isOpen ? tillId : (await openTill(context)).id
}

/** Money that has been used meanwhile cannot be taken back. */
async function mustHold(db: Db, schoolId: string, lines: readonly NewLine[]) {
  const familyId = lines.find(({ to }) => to === 'credit')?.familyId
  if (!familyId) return
  const { credit } = found(await lockFamily(db, schoolId, familyId))
  const back = sumOf(lines.filter(({ to }) => to === 'credit').map(({ amount }) => exact(amount)))
  if (back > exact(credit)) throw conflict('The credit that this receipt left has been used already')
}
