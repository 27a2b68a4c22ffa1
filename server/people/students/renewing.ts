import { renewedAtOnce, type studentRecords } from '#contract/people/students/student-records.ts'
import { conflict, mustDiffer, notFound } from '#server/base/errors.ts'
import type { Context } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { insertJob } from '#server/platform/jobs/jobs.queries.ts'
import { lockSchool } from '#server/db/change-row.ts'
import { isAffordable } from './debt.rules.ts'
import { coinsChanged } from '#server/platform/payments/coins.rules.ts'
import { hasAnyLeft } from './leavings.queries.ts'
import { mustNotBeMerged } from './merged.rules.ts'
import type { RenewalSettings } from './renewal-work.ts'
import { balanceSeen, chargingOf } from './seats.ts'
import {
  balanceOf,
  chargeSeats,
  countStudents,
  lockStudents,
  markPaid,
  openSeats,
  yearCharged,
} from '#server/platform/payments/seats.queries.ts'

export const renewing = (debtLimit: number) => ({
  renewSeats: (context: Context<typeof studentRecords.renewSeats>) => renewed(context, debtLimit),
  renewalPlan: (context: Context<typeof studentRecords.renewalPlan>) => renewalPlan(context, debtLimit),
})

/**
 * Charges the seats of the named students, or of all active ones, for the current year: one coin each, once a year. Large numbers are left
 * to a job, so that nobody waits for them (decision 033).
 */
async function renewed(context: Context<typeof studentRecords.renewSeats>, debtLimit: number) {
  const { db, school, audit, input } = context
  const named = mustBeDistinct(input.studentIds)
  if (named && (await countStudents(db, school.id, named)) < named.length) throw notFound()
  if (named) await mustBeAtSchool(db, school.id, named)

  const charging = chargingOf(context)
  const wanted = { schoolId: school.id, today: charging.today }
  const waiting = await openSeats(db, { ...wanted, ids: named })
  const ids = waiting.map(({ id }) => id)
  if (waiting.length > renewedAtOnce) {
    await mustBeAffordable(db, school.id, waiting, debtLimit)
    const settings: RenewalSettings = {
      yearId: (await yearCharged(db, school.id))?.id ?? null,
      onlyActive: named === null,
    }
    const job = {
      schoolId: school.id,
      kind: 'renewSeats',
      startedOn: charging.today,
      startedBy: charging.actorId,
    } as const
    return { done: false, changed: 0, jobId: await insertJob(db, { ...job, settings }, ids) }
  }

  // Otherwise two renewals at once would both count on the same coins.
  await lockSchool(db, school.id)
  await lockStudents(db, school.id, ids)
  if (named) await mustBeAtSchool(db, school.id, named)
  const seats = await openSeats(db, { ...wanted, ids })
  await mustBeAffordable(db, school.id, seats, debtLimit)
  const open = seats.map(({ id }) => id)
  await markPaid(db, school.id, open)
  if ((await chargeSeats(db, charging, open)) > 0) {
    await audit('school', school.id)
    await coinsChanged(db, charging)
  }
  return { done: true, changed: open.length, jobId: null }
}

async function mustBeAtSchool(db: Db, schoolId: string, named: readonly string[]) {
  if (await hasAnyLeft(db, schoolId, named)) throw conflict('This student has left the school')
  await mustNotBeMerged(db, schoolId, named)
}

async function mustBeAffordable(db: Db, schoolId: string, seats: readonly { costs: boolean }[], debtLimit: number) {
  const coins = seats.filter(({ costs }) => costs).length
  if (!isAffordable(await balanceOf(db, schoolId), coins, debtLimit))
    throw conflict('There are not enough coins to renew these seats')
}

/** What a renewal would do, with the balance before and after for callers who may see it. */
async function renewalPlan(context: Context<typeof studentRecords.renewalPlan>, debtLimit: number) {
  const { db, school, may, input } = context
  const ids = mustBeDistinct(input.studentIds)
  if (ids && (await countStudents(db, school.id, ids)) < ids.length) throw notFound()

  const open = await openSeats(db, { schoolId: school.id, today: chargingOf(context).today, ids })
  const coins = open.filter(({ costs }) => costs).length
  const [year, balance] = [await yearCharged(db, school.id), await balanceSeen(db, school.id, may)]
  return {
    schoolYearId: year?.id ?? null,
    schoolYearName: year?.name ?? null,
    students: open.length,
    coins,
    balance,
    balanceAfter: balance === null ? null : balance - coins,
    debtLimit,
    affordable: isAffordable(await balanceOf(db, school.id), coins, debtLimit),
  }
}

/** Refuses a list that contains a student twice; null if no list is sent. */
function mustBeDistinct(studentIds: readonly string[] | null | undefined) {
  mustDiffer(studentIds ?? [], 'A student is listed twice', 'studentIds')
  return studentIds ?? null
}
