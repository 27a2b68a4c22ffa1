import { amountText, exact } from '#contract/money/fees/amounts.ts'
import { filledInOrder } from '#contract/money/fees/parts.ts'
import type { ReceiptContent } from '#contract/money/fees/receipts.ts'
import { conflict, found, notFound } from '#server/base/errors.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { publish } from '#server/outbox/events.ts'
import { signedCode, signingKey } from '#server/results/papers/paper-keys.rules.ts'
import { digestOf } from '#server/results/papers/planning.rules.ts'
import { namesOfStudents } from './charging.queries.ts'
import { childrenOfFamily, type DueRow, duesOfFamily, lockFamily } from './family.queries.ts'
import { settingsWanted } from './money.rules.ts'
import { insertPostings, type NewLine, type NewPosting, nextReceiptNumber } from './postings.queries.ts'
import { insertReceipt, namesOnReceipt, type PrintedRow, receiptsToPrint } from './receipts.queries.ts'
import type { WayRow } from './settings.queries.ts'
import { lockTill, tillOf } from './tills.queries.ts'

export type Taking = {
  db: Db
  user: { id: string }
  school: { id: string; today: string }
}

/** The till of the caller of today, kept open until the call ends. */
export async function openTill({ db, user, school }: Taking) {
  const till = await tillOf(db, school.id, user.id, school.today)
  if (!till) throw conflict('Open your till first')
  if ((await lockTill(db, school.id, till.id))!.closed) throw conflict('Your till is closed for today')
  return till
}

export type Filled = { due: DueRow; share: bigint }

/** The parts that an amount pays: those that were chosen, or the oldest of the family; and what is left. */
export async function partsPaid(db: Db, schoolId: string, familyId: string, amount: bigint, dueIds: readonly string[]) {
  const dues = await duesOfFamily(db, schoolId, familyId)
  if (dueIds.some((id) => !dues.some((due) => due.id === id))) throw notFound()
  const chosen = dueIds.length > 0 ? dues.filter(({ id }) => dueIds.includes(id)) : dues
  const { shares, left } = filledInOrder(
    amount,
    chosen.map(({ open }) => exact(open)),
  )
  const parts = chosen.map((due, nth): Filled => ({ due, share: shares[nth]! })).filter(({ share }) => share > 0n)
  return { parts, left }
}

type Paid = { parts: readonly Filled[]; left: bigint }

/** The lines of a posting and of its receipt for the parts that an amount pays; what is left becomes credit of the family. */
export function linesOf({ parts, left }: Paid, familyId: string, into: Pick<NewLine, 'to' | 'wayId' | 'tillId'>) {
  const lines: NewLine[] = parts.map(({ due, share }) => ({
    ...into,
    from: 'owed',
    amount: amountText(share, 3),
    studentId: due.studentId,
    dueId: due.id,
  }))
  const stated: ReceiptLine[] = parts.map(({ due, share }) => ({
    student: due.studentName,
    item: due.itemName,
    dueOn: due.dueOn,
    share,
    ...(due.rate !== null && { rate: due.rate }),
  }))
  if (left > 0n) {
    lines.push({ ...into, from: 'credit', amount: amountText(left, 3), familyId })
    stated.push({ student: null, item: null, dueOn: null, share: left })
  }
  return { lines, stated }
}

export type Payment = {
  familyId: string
  amount: string
  way: WayRow
  reference: string | null
  receivedOn: string
  dueIds: readonly string[]
  payerId: string | null
  reason: string | null
}

/** Posts money that came in and issues its receipt. The family must be locked. What came by the bank was in no till. */
export async function receive(taking: Taking, secrets: Secrets, payment: Payment, by: 'till' | 'bank' = 'till') {
  const { db, user, school } = taking
  const { familyId, way } = payment
  const till = by === 'till' ? await openTill(taking) : null
  const { parts, left } = await partsPaid(db, school.id, familyId, exact(payment.amount), payment.dueIds)
  const into = till ? { to: 'till' as const, wayId: way.id, tillId: till.id } : { to: 'clearing' as const }
  const { lines, stated } = linesOf({ parts, left }, familyId, into)
  const posting: NewPosting = {
    id: newId(),
    kind: 'payment',
    day: payment.receivedOn,
    madeBy: user.id,
    reason: payment.reason,
    lines,
  }
  await insertPostings(db, school.id, [posting])
  const paid = [...new Set(parts.map(({ due }) => due.studentId))]
  // What pays nothing yet is the credit of the whole family.
  const studentIds = paid.length > 0 ? paid : await childrenOfFamily(db, school.id, familyId)
  return issueReceipt(taking, secrets, { ...payment, postingId: posting.id, studentIds, stated, reverses: null })
}

export type ReceiptLine = {
  student: string | null
  item: string | null
  dueOn: string | null
  share: bigint
  rate?: string | undefined
}

type Issuing = Payment & {
  postingId: string
  /** Who took it, if that was no person: then also whoever paid is notified. */
  takenBy?: string
  studentIds: string[]
  stated: readonly ReceiptLine[]
  reverses: { id: string; number: string } | null
}

/** Gives a posting its receipt, with the next number of the year and the signed code of papers. */
export async function issueReceipt({ db, user, school }: Taking, secrets: Secrets, issuing: Issuing) {
  const { familyId, postingId, studentIds, way, reference, receivedOn, payerId, reverses } = issuing
  const { currency, decimals } = await settingsWanted(db, school.id)
  const family = found(await lockFamily(db, school.id, familyId))
  const students = await namesOfStudents(db, school.id, studentIds)
  const names = await namesOnReceipt(db, school.id, user.id)
  const year = Number(school.today.slice(0, 4))
  const key = await signingKey(db, secrets, school.id)
  const number = await nextReceiptNumber(db, school.id, year)
  const [first] = students
  const content: ReceiptContent = {
    v: 1,
    kind: reverses ? 'reversal' : 'receipt',
    number,
    year,
    day: school.today,
    schoolName: names.schoolName,
    familyCode: family.code,
    students: students.map(({ name, className }) => ({ name, className })),
    shortName: first ? `${first.first} ${[...first.last.replace(/^ال(?=..)/u, '')][0] ?? ''}.` : family.code,
    lines: issuing.stated.map(({ share, ...line }) => ({ ...line, amount: amountText(share, decimals) })),
    amount: amountText(exact(issuing.amount), decimals),
    currency,
    way: way.name,
    reference,
    takenBy: issuing.takenBy ?? names.takenBy,
    reverses: reverses?.number ?? null,
    reason: reverses ? issuing.reason : null,
  }
  const [id, contentHash] = [newId(), digestOf(content)]
  const code = signedCode(key, { schoolId: school.id, id, day: school.today, hash: contentHash.toString('hex') })
  await insertReceipt(db, {
    schoolId: school.id,
    id,
    year,
    number,
    postingId,
    familyId,
    studentIds,
    payerId,
    amount: issuing.amount,
    wayId: way.id,
    reference,
    receivedOn,
    reverses: reverses?.id ?? null,
    content,
    contentHash,
    keyId: key.id,
    code,
    issuedBy: user.id,
  })
  const payload = { receiptId: id, studentIds, payerId }
  const actorId = issuing.takenBy === undefined ? user.id : null
  await publish(db, { event: 'fees received', schoolId: school.id, actorId, payload })
  const [row] = await receiptsToPrint(db, school.id, [id])
  return { id, printed: printedReceipt(row!, false) }
}

export const printedReceipt = ({ copies, content, ...row }: PrintedRow, copy = copies > 0) => ({
  ...row,
  content: content as ReceiptContent,
  copy,
})
