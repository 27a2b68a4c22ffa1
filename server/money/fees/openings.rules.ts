import { amountText, exact } from '#contract/money/fees/amounts.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { markUndone } from './charging.queries.ts'
import { lockFamily } from './family.queries.ts'
import {
  broughtBy,
  insertNamedFamilies,
  nameFamilies,
  type NewFamily,
  openingsInUse,
  takeOutOfFamilies,
  unnameFamilies,
} from './openings.queries.ts'
import {
  insertCharges,
  insertFeeLines,
  insertHeads,
  insertPostings,
  type NewCharge,
  type NewLine,
  type NewPosting,
  putInFamilies,
  reversedLines,
} from './postings.queries.ts'
import { lockFees } from './settings.queries.ts'

/**
 * What a student owed for an item before the school began here. `family`: one that is there, or a new one; `code`: which it gets of the former
 * system; `joins`: whether the student comes into it only now.
 */
export type Opening = {
  row: number
  studentId: string
  family: { id: string | null; code: string | null; joins: boolean }
  itemId: string | null
  yearId: string
  dueOn: string | null
  due: string
  paid: string
}

export type Brought = { row: number; postingId: string }

type By = { schoolId: string; today: string; personId: string }

/**
 * Brings in what families owed and paid elsewhere: families, charges of one part, and what was paid as lines from an account of its own. Nothing
 * of it goes through a till or takes the number of a receipt.
 */
export async function bringOpenings(db: Db, { schoolId, today, personId }: By, openings: readonly Opening[]) {
  await lockFees(db, schoolId)
  const { familyOf, made, named } = familiesOf(openings)
  await insertNamedFamilies(db, schoolId, personId, made)
  await nameFamilies(db, schoolId, named)
  const joined = openings.filter(({ family }) => family.joins)
  const members = [...new Map(joined.map((one) => [one.studentId, familyOf(one)]))].map(([studentId, familyId]) => ({
    studentId,
    familyId,
  }))
  await putInFamilies(db, schoolId, members)
  const charges: NewCharge[] = []
  const postings = openings.map((one): NewPosting => {
    const id = newId()
    const due = { id: newId(), dueOn: one.dueOn ?? today, amount: one.due }
    const { studentId, yearId, itemId } = one
    if (itemId)
      charges.push({
        id: newId(),
        studentId,
        yearId,
        itemId,
        planId: null,
        amount: one.due,
        postingId: id,
        dues: [due],
      })
    return { id, kind: 'opening', day: today, madeBy: personId, lines: linesOf(one, due.id, familyOf(one)) }
  })
  await insertHeads(db, schoolId, postings)
  await insertCharges(db, schoolId, charges)
  await insertFeeLines(db, schoolId, postings)
  return {
    brought: openings.map(({ row }, nth): Brought => ({ row, postingId: postings[nth]!.id })),
    memberIds: members.map(({ studentId }) => studentId),
    familyIds: [...made, ...named].map(({ id }) => id),
  }
}

/** The families of all rows: those that are there, one for each new code, and one for each student without a code. */
function familiesOf(openings: readonly Opening[]) {
  const made = new Map<string, NewFamily>()
  const named = new Map<string, NewFamily>()
  const keyOf = ({ family, studentId }: Opening) => family.code ?? studentId
  for (const one of openings) {
    const { id, code } = one.family
    if (id && code) named.set(id, { id, otherCode: code })
    if (!id && !made.has(keyOf(one))) made.set(keyOf(one), { id: newId(), otherCode: code })
  }
  const familyOf = (one: Opening) => one.family.id ?? made.get(keyOf(one))!.id
  return { familyOf, made: [...made.values()], named: [...named.values()] }
}

function linesOf({ studentId, itemId, due, paid }: Opening, dueId: string, familyId: string) {
  const lines: NewLine[] = []
  if (itemId) lines.push({ from: 'income', to: 'owed', amount: due, studentId, dueId, itemId })
  const settled = exact(paid) < exact(due) ? exact(paid) : exact(due)
  if (settled > 0n) lines.push({ from: 'owed', to: 'opening', amount: amountText(settled, 3), studentId, dueId })
  const more = exact(paid) - settled
  if (more > 0n) lines.push({ from: 'credit', to: 'opening', amount: amountText(more, 3), familyId })
  return lines
}

type Made = { postingIds: readonly string[]; memberIds: readonly string[]; familyIds: readonly string[] }

/** Reverses what was brought, and takes out of families who was put there by it. False if something newer depends on it; nothing happened then. */
export async function takeBackOpenings(db: Db, { schoolId, today, personId }: By, made: Made) {
  await lockFees(db, schoolId)
  const { charges, families } = await broughtBy(db, schoolId, made.postingIds)
  for (const id of families) await lockFamily(db, schoolId, id)
  if (await openingsInUse(db, schoolId, made.postingIds)) return false
  const lines = await reversedLines(db, schoolId, made.postingIds)
  const reversals = made.postingIds.map((reverses): NewPosting => {
    const own = lines.filter(({ postingId }) => postingId === reverses).map(({ line }) => line)
    return { id: newId(), kind: 'reversal', day: today, madeBy: personId, reverses, lines: own }
  })
  await insertPostings(db, schoolId, reversals)
  const reversalOf = new Map(reversals.map(({ id, reverses }) => [reverses, id]))
  await markUndone(
    db,
    schoolId,
    charges.map(({ chargeId, postingId }) => ({ chargeId, postingId: reversalOf.get(postingId)! })),
  )
  await takeOutOfFamilies(db, schoolId, made.memberIds)
  await unnameFamilies(db, schoolId, made.familyIds)
  return true
}
