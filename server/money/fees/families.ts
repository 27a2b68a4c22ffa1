import { feeFamilies } from '#contract/money/fees/families.ts'
import { amountText, exact } from '#contract/money/fees/amounts.ts'
import { asciiDigits } from '#contract/language/text.ts'
import { pastedCode, readCode } from '#contract/results/papers/paper-code.ts'
import { found, invalid, mustDiffer, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import { emptyPage } from '#server/db/page.ts'
import { newId } from '#server/db/ids.ts'
import { creditsLeftAlone, lockFamily, markConfirmed, studentOfPaper, studentsForFamily } from './family.queries.ts'
import { familiesFound, type FamilyListRow, proposedFamilies } from './family-list.queries.ts'
import { shownFamily } from './family.rules.ts'
import { settingsWanted } from './money.rules.ts'
import { insertFamilies, insertPostings, putInFamilies } from './postings.queries.ts'
import { feeSettingsOf, lockFees } from './settings.queries.ts'

export const feeFamilyOperations = implement(feeFamilies, {
  async list({ db, school, input, page }) {
    const settings = await feeSettingsOf(db, school.id)
    if (!settings) return emptyPage
    const text = input.text ?? null
    const card = text === null ? null : readCode(pastedCode(text))
    const studentId = card ? ((await studentOfPaper(db, school.id, card.id)) ?? null) : null
    if (card && !studentId) return emptyPage
    const digits = text === null ? null : asciiDigits(text).replaceAll(/\D/g, '')
    const { rows, total } = await familiesFound(db, school.id, { text, digits, studentId, today: school.today }, page)
    return { rows: rows.map((row) => inCurrency(row, settings.decimals)), total }
  },

  async get(context) {
    const { db, school, readsStudent, input } = context
    const { familyId, studentId } = input
    if (!familyId && !studentId) throw invalid('Required')
    if (studentId) {
      if ((await studentsForFamily(db, school.id, [studentId])).length === 0) throw notFound()
      readsStudent(studentId)
    }
    const settings = await feeSettingsOf(db, school.id)
    const family = settings && (await shownFamily(context, familyId ? { familyId } : { studentId: studentId! }))
    if (familyId && !family) throw notFound()
    return family ?? null
  },

  async proposed({ db, school, page }) {
    const settings = await feeSettingsOf(db, school.id)
    if (!settings) return emptyPage
    const { rows, total } = await proposedFamilies(db, school.id, school.today, page)
    return { rows: rows.map((row) => inCurrency(row, settings.decimals)), total }
  },

  async confirm(context) {
    const { db, user, school, audit, input } = context
    mustDiffer(input.studentIds, 'A student is listed twice', 'studentIds')
    await settingsWanted(db, school.id)
    await lockFees(db, school.id)
    const students = await studentsForFamily(db, school.id, input.studentIds)
    if (students.length < input.studentIds.length) throw notFound()
    const chosen = input.familyId ?? students.find((one) => one.familyId !== null)?.familyId
    const familyId = chosen
      ? found(await lockFamily(db, school.id, chosen)).id
      : (await insertFamilies(db, school.id, [students[0]!.id], user.id))[0]!.id
    const left = [...new Set(students.flatMap((one) => one.familyId ?? []))].filter((id) => id !== familyId)
    for (const id of left.toSorted()) await lockFamily(db, school.id, id)
    await putInFamilies(
      db,
      school.id,
      students.map(({ id }) => ({ studentId: id, familyId })),
    )
    await markConfirmed(db, school.id, familyId, user.id)
    // What a family without children had paid too much goes along with them.
    for (const { familyId: from, credit } of await creditsLeftAlone(db, school.id, left)) {
      const amount = amountText(exact(credit), 3)
      if (exact(credit) === 0n) continue
      const lines = [
        { from: 'credit' as const, to: 'clearing' as const, amount: amount, familyId: familyId },
        { from: 'clearing' as const, to: 'credit' as const, amount: amount, familyId: from },
      ]
      await insertPostings(db, school.id, [{ id: newId(), kind: 'moved', day: school.today, madeBy: user.id, lines }])
    }
    await audit('family', familyId)
    return (await shownFamily(context, { familyId }))!
  },
})

const inCurrency = (row: Omit<FamilyListRow, 'inAll'>, decimals: number) => ({
  ...row,
  owed: amountText(exact(row.owed), decimals),
  overdue: amountText(exact(row.overdue), decimals),
  credit: amountText(exact(row.credit), decimals),
})
