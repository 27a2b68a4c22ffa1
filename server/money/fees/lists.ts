import { amountText, exact } from '#contract/money/fees/amounts.ts'
import { ages, feeLists } from '#contract/money/fees/arrears.ts'
import { asciiDigits } from '#contract/language/text.ts'
import { invalid, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import { emptyPage } from '#server/db/page.ts'
import { arrearsOf, journalOf, overviewParts, ownParts } from './lists.queries.ts'
import { settingsWanted } from './money.rules.ts'
import { feeSettingsOf } from './settings.queries.ts'
import { printedReceipt } from './taking.rules.ts'
import { tillById, waysInTill } from './tills.queries.ts'
import { sumOf } from './charging.rules.ts'
import { cashIn } from './till.rules.ts'

export const feeListOperations = implement(feeLists, {
  async overview({ db, user, school, now }) {
    const settings = await feeSettingsOf(db, school.id)
    const decimals = settings?.decimals ?? 2
    const text = (amount: string) => amountText(exact(amount), decimals)
    const asked = { today: school.today, personId: user.id, now: now.toISOString() }
    const { due, ages: byAge, classes, taken, till, waiting } = await overviewParts(db, school.id, asked)
    const own = till[0] && { ...till[0], row: (await tillById(db, school.id, till[0].id))! }
    return {
      currency: settings?.currency ?? null,
      decimals,
      dueThisWeek: text(due[0]!.amount),
      dueStudents: due[0]!.students,
      overdue: text(due[0]!.overdue),
      ages: ages.map((age) => {
        const { students = 0, amount = '0' } = byAge.find((one) => one.age === age) ?? {}
        return { age, students, amount: text(amount) }
      }),
      classes: classes.map((row) => ({ ...row, amount: text(row.amount) })),
      takenToday: text(taken[0]!.amount),
      receiptsToday: taken[0]!.receipts,
      till: own
        ? {
            id: own.id,
            open: own.open,
            cash: amountText(cashIn(own.row, await waysInTill(db, school.id, own.id)), decimals),
          }
        : null,
      ...waiting[0]!,
    }
  },

  async arrears({ db, school, input, page }) {
    const settings = await feeSettingsOf(db, school.id)
    if (!settings) return emptyPage
    const { classRoomId = null, age = null, text: typed = null } = input
    const chosen = { classRoomId, age, text: typed && asciiDigits(typed), today: school.today }
    const { rows, total } = await arrearsOf(db, school.id, chosen, page)
    const text = (amount: string) => amountText(exact(amount), settings.decimals)
    return { rows: rows.map((row) => ({ ...row, overdue: text(row.overdue), owed: text(row.owed) })), total }
  },

  async journal({ db, school, input, page }) {
    if (input.dateFrom > input.dateTo) throw invalid('The last day is before the first', 'dateTo')
    const { rows, total } = await journalOf(db, school.id, { from: input.dateFrom, to: input.dateTo }, page)
    if (rows.length === 0) return { rows: [], total }
    const { decimals } = await settingsWanted(db, school.id)
    return { rows: rows.map((row) => ({ ...row, amount: amountText(exact(row.amount), decimals) })), total }
  },

  async own({ db, user, input: { studentId } }) {
    const schools = user.rights.parentSchools
    if (schools.length === 0) {
      if (studentId) throw notFound()
      return []
    }
    const { dues, receipts } = await ownParts(db, user.id, schools)
    if (studentId && !dues.some((due) => due.studentId === studentId)) throw notFound()
    const asked = studentId ? dues.filter((due) => due.studentId === studentId) : dues
    const schoolIds = [...new Set(asked.map(({ schoolId }) => schoolId))]
    return schoolIds.map((schoolId) => {
      const own = dues.filter((due) => due.schoolId === schoolId)
      const { schoolName, today, currency, decimals, familyCode } = own[0]!
      const text = (amount: string) => amountText(exact(amount), decimals)
      const parts = own.flatMap(
        ({ dueId, studentId: id, itemName, yearName, dueOn, amount, reduced, open, overdue }) =>
          amount === null
            ? []
            : [
                {
                  id: dueId!,
                  studentId: id,
                  itemName: itemName!,
                  yearName: yearName!,
                  dueOn: dueOn!,
                  amount: text(amount),
                  reduced: text(reduced!),
                  open: text(open!),
                  overdue: overdue! && exact(open!) > 0n,
                },
              ],
      )
      const sum = (some: typeof parts) => amountText(sumOf(some.map(({ open }) => exact(open))), decimals)
      const names = new Map(own.map((due) => [due.studentId, due.studentName]))
      return {
        schoolId,
        schoolName,
        today,
        familyCode: familyCode ?? '',
        currency,
        decimals,
        owed: sum(parts),
        overdue: sum(parts.filter(({ overdue }) => overdue)),
        children: [...names].map(([id, studentName]) => ({ studentId: id, studentName })),
        dues: parts,
        receipts: receipts
          .filter((receipt) => receipt.schoolId === schoolId)
          .map(({ schoolId: _, studentIds: __, ...row }) => printedReceipt(row)),
      }
    })
  },
})
