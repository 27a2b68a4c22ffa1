import { amountText } from '#contract/money/fees/amounts.ts'
import { feeCharging } from '#contract/money/fees/charging.ts'
import { conflict, found } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { chargeOf, hashOfCharges, reducedParts, type StudentCharge, sumOf } from './charging.rules.ts'
import { chargesOfGrade, markUndone, promisedStudents, studentsToCharge } from './charging.queries.ts'
import { settingsWanted } from './money.rules.ts'
import {
  insertCharges,
  insertFamilies,
  insertHeads,
  insertFeeLines,
  insertPostings,
  reversedLines,
  type NewCharge,
  type NewPosting,
} from './postings.queries.ts'
import { feeReductionsOf, feeItemsOf, lockFees, plansOf, yearsAndGrades } from './settings.queries.ts'
import { total } from './reductions.rules.ts'

type OfPlan = { yearId: string; gradeId: string; fromMonth: boolean }

export const feeChargingOperations = implement(feeCharging, {
  async plan({ db, school, input }) {
    const { plan, charges, decimals } = await planned(db, school.id, input)
    const text = (amount: bigint) => amountText(amount, decimals)
    const items = await feeItemsOf(db, school.id)
    const rules = await feeReductionsOf(db, school.id)
    const charged = charges.flatMap((one) => one.items)
    const reduced = charges.flatMap((one) => one.reductions)
    const all = sumOf(charged.map(({ amount }) => amount)) - sumOf(reduced.map(total))
    return {
      planVersion: plan.version,
      students: charges.filter((one) => one.items.length > 0).length,
      same: charges.filter((one) => one.items.length === 0).length,
      late: charges.filter(({ late }) => late).length,
      items: plan.lines.map(({ itemId }) => {
        const own = charged.filter((one) => one.itemId === itemId)
        const amount = text(sumOf(own.map((one) => one.amount)))
        return { itemId, name: items.find(({ id }) => id === itemId)!.name, students: own.length, amount }
      }),
      reductions: rules.flatMap(({ id, name }) => {
        const own = reduced.filter(({ rule }) => rule.id === id)
        const amount = text(sumOf(own.map(total)))
        return own.length > 0 ? [{ reductionId: id, name, students: own.length, amount }] : []
      }),
      total: text(all),
      hash: hashOfCharges(plan.version, charges),
    }
  },

  async charge({ db, user, school, audit, input }) {
    await lockFees(db, school.id)
    const { plan, charges, decimals } = await planned(db, school.id, input)
    if (hashOfCharges(plan.version, charges) !== input.hash)
      throw conflict('What would be charged has changed since it was shown; look at it again')
    const own = charges.filter(({ items }) => items.length > 0)
    if (own.length === 0) throw conflict('All students of this grade have been charged already')
    const alone = own.filter(({ student }) => student.familyId === null).map(({ student }) => student.id)
    if (alone.length > 0) await insertFamilies(db, school.id, alone, null)
    const by = { day: school.today, madeBy: user.id }
    await store(db, school.id, { by, yearId: input.yearId, planId: plan.id, decimals }, own)
    await audit('feePlan', plan.id, school.id, { rows: own.length })
    return { done: true as const, changed: own.length }
  },

  async undo({ db, user, school, audit, input }) {
    found(await lockFees(db, school.id))
    const students = await chargesOfGrade(db, school.id, input)
    const promised = await promisedStudents(
      db,
      school.id,
      students.flatMap(({ chargeIds }) => chargeIds),
    )
    const free = students.filter(({ touched, studentId }) => !touched && !promised.has(studentId))
    const lines = await reversedLines(
      db,
      school.id,
      free.flatMap(({ postingIds }) => postingIds),
    )
    const undone: { chargeId: string; postingId: string }[] = []
    const postings = free.flatMap(({ chargeIds, postingIds }) =>
      postingIds.map((reverses): NewPosting => {
        const id = newId()
        const own = lines.filter(({ postingId }) => postingId === reverses).map(({ line }) => line)
        if (chargeIds.length > 0) undone.push(...chargeIds.splice(0).map((chargeId) => ({ chargeId, postingId: id })))
        return { id, kind: 'reversal', day: school.today, madeBy: user.id, reverses, lines: own }
      }),
    )
    await insertPostings(db, school.id, postings)
    await markUndone(db, school.id, undone)
    await audit('feePlan', input.gradeId, school.id, { rows: free.length })
    return { done: true as const, changed: free.length, stayed: students.length - free.length }
  },
})

async function planned(db: Db, schoolId: string, { yearId, gradeId, fromMonth }: OfPlan) {
  const settings = await settingsWanted(db, schoolId)
  const { years } = await yearsAndGrades(db, schoolId)
  const year = found(years.find(({ id }) => id === yearId))
  const [plan] = await plansOf(db, schoolId, { yearId, gradeId })
  if (!plan) throw conflict('This grade has no plan for this year')
  const rules = (await feeReductionsOf(db, schoolId)).filter(({ active }) => active)
  const { onlyHighest, decimals } = settings
  const charging = { lines: plan.lines, rules, yearStartsOn: year.startsOn, fromMonth, onlyHighest, decimals }
  const students = await studentsToCharge(db, schoolId, { yearId, gradeId })
  return { plan, charges: students.map((student) => chargeOf(student, charging)), decimals }
}

type Storing = { by: { day: string; madeBy: string }; yearId: string; planId: string; decimals: number }

async function store(
  db: Db,
  schoolId: string,
  { by, yearId, planId, decimals }: Storing,
  own: readonly StudentCharge[],
) {
  const text = (amount: bigint) => amountText(amount, 3)
  const charges: NewCharge[] = []
  const postings: NewPosting[] = []
  for (const one of own) {
    const studentId = one.student.id
    const postingId = newId()
    const dues = new Map<string, { id: string; dueOn: string; amount: string }[]>()
    for (const { itemId, amount, parts } of one.items) {
      const stored = parts.map((part) => ({ id: newId(), dueOn: part.dueOn, amount: text(part.amount) }))
      dues.set(itemId, stored)
      charges.push({ id: newId(), studentId, yearId, itemId, planId, amount: text(amount), postingId, dues: stored })
    }
    const lines = [...dues].flatMap(([itemId, parts]) =>
      parts.map(({ id, amount }) => ({
        from: 'income' as const,
        to: 'owed' as const,
        amount,
        studentId,
        dueId: id,
        itemId,
      })),
    )
    postings.push({ ...by, id: postingId, kind: 'charge', lines })
    for (const { rule, parts } of reducedParts(one, decimals)) {
      const off = parts.map(({ itemId, nth, amount }) => ({
        from: 'owed' as const,
        to: 'reduction' as const,
        amount: text(amount),
        studentId,
        dueId: dues.get(itemId)![nth]!.id,
        reductionId: rule.id,
        reductionVersion: rule.version,
      }))
      postings.push({ ...by, id: newId(), kind: 'reduction', lines: off })
    }
  }
  await insertHeads(db, schoolId, postings)
  await insertCharges(db, schoolId, charges)
  await insertFeeLines(db, schoolId, postings)
}
