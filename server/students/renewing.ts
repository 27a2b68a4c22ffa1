import type { studentRecords } from '#contract/students/student-records.ts'
import { invalid, notFound } from '#server/call/errors.ts'
import type { Context } from '#server/call/implement.ts'
import { balanceSeen, chargingOf, tellOfCoins } from './seats.ts'
import { chargeSeats, countStudents, lockStudents, markPaid, openSeats, yearCharged } from './seats.queries.ts'

/** Pays the seats of the students named, or of all active ones, for the current year: one coin each, once a year. */
export async function renewed(context: Context<typeof studentRecords.renewSeats>) {
  const { db, school, audit, input } = context
  const ids = mustBeDistinct(input.studentIds)
  const locked = await lockStudents(db, school.id, ids)
  if (ids && locked < ids.length) throw notFound()

  const open = (await openSeats(db, school.id, ids)).map(({ id }) => id)
  await markPaid(db, open)
  const charging = chargingOf(context)
  if ((await chargeSeats(db, charging, open)) > 0) {
    await audit('school', school.id)
    await tellOfCoins(db, charging)
  }
  return { done: true as const, changed: open.length }
}

/** What renewing would do, with the balance before and after for whoever sees it. */
export async function renewalPlan({ db, school, may, input }: Context<typeof studentRecords.renewalPlan>) {
  const ids = mustBeDistinct(input.studentIds)
  if (ids && (await countStudents(db, school.id, ids)) < ids.length) throw notFound()

  const open = await openSeats(db, school.id, ids)
  const coins = open.filter(({ hasSeat }) => !hasSeat).length
  const [year, balance] = [await yearCharged(db, school.id), await balanceSeen(db, school.id, may)]
  return {
    schoolYearId: year?.id ?? null,
    schoolYearName: year?.name ?? null,
    students: open.length,
    coins,
    balance,
    balanceAfter: balance === null ? null : balance - coins,
  }
}

/** Refuses a list in which a student stands twice; null where none is sent. */
function mustBeDistinct(studentIds: readonly string[] | null | undefined) {
  if (studentIds && new Set(studentIds).size < studentIds.length)
    throw invalid('A student is listed twice', 'studentIds')
  return studentIds ?? null
}
