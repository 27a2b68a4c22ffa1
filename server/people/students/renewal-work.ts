import { insertLines } from '#server/access/audit.queries.ts'
import { actAs, rightsOf } from '#server/access/authorise.queries.ts'
import { civilDay } from '#server/base/days.ts'
import type { Db } from '#server/db/db.ts'
import { mayStart } from '#server/platform/jobs/kinds.rules.ts'
import {
  advanceJob,
  endJob,
  nextJob,
  nextStudents,
  noteOutcome,
  startedJob,
  type StudentJob,
} from '#server/platform/jobs/portions.queries.ts'
import type { LongWork } from '#server/platform/jobs/work.rules.ts'
import { coinsChanged } from '#server/platform/payments/coins.rules.ts'
import { lockSchool } from '#server/db/change-row.ts'
import { isAffordable } from './debt.rules.ts'
import {
  keepChargedSeats,
  keepFormerSeats,
  restoreFormerSeats,
  stillActive,
  unchangedSince,
} from './renewal.queries.ts'
import {
  balanceOf,
  type Charging,
  chargeSeatsOf,
  giveBackCharged,
  lockStudents,
  markPaid,
  openSeats,
  yearCharged,
} from '#server/platform/payments/seats.queries.ts'

/**
 * The settings that were confirmed when a renewal started. `onlyActive`: no students were named, so students who have become
 * inactive since then are left out.
 */
export type RenewalSettings = { yearId: string | null; onlyActive: boolean }

/** Renews seats, or undoes a renewal, in portions (decision 033). */
export const renewalWork = (debtLimit: number): LongWork<StudentJob> => ({
  name: 'renewal',
  take: (db) => nextJob(db, 'renewSeats'),
  async portion(db, job, { now, atOnce }) {
    const started = await startedJob<RenewalSettings>(db, job)
    await actAs(db, started.actingBy)
    const charging = { schoolId: job.schoolId, actorId: started.actingBy, today: civilDay(now, started.timeZone) }
    const end = (reason: string | null = null) => ended(db, job, charging, reason)
    if (!(await mayRenew(db, charging))) return end('The person who started this may no longer do it')
    if (started.settings.ends) return end('This work was ended by hand')

    const studentIds = await nextStudents(db, job, atOnce)
    if (studentIds.length === 0) return end()
    // Otherwise two renewals at once would both count on the same coins.
    await lockSchool(db, job.schoolId)
    await lockStudents(db, job.schoolId, studentIds)
    if (job.state === 'undoing') return takeBack(db, job, charging, studentIds)
    const year = await yearCharged(db, job.schoolId)
    if ((year?.id ?? null) !== started.settings.yearId) return end('The current school year changed meanwhile')
    const some = { studentIds, onlyActive: started.settings.onlyActive, debtLimit }
    return (await renew(db, job, charging, some)) ? undefined : end('There are not enough coins to renew these seats')
  },
  async giveUp(db, job) {
    const { actingBy } = await startedJob(db, job)
    await actAs(db, actingBy)
    return ended(db, job, { schoolId: job.schoolId, actorId: actingBy }, 'Something went wrong')
  },
})

const unreached = 'The work ended before this student'

async function mayRenew(db: Db, { actorId, schoolId }: Charging) {
  return mayStart({ id: actorId, rights: await rightsOf(db, actorId) }, 'renewSeats', schoolId)
}

type Some = { studentIds: string[]; onlyActive: boolean; debtLimit: number }

/** Renews the seats of some students. If there are not enough coins, renews none and returns false. */
async function renew(db: Db, job: StudentJob, charging: Charging, { studentIds, onlyActive, debtLimit }: Some) {
  const { schoolId, today } = charging
  const found = await stillActive(db, schoolId, studentIds)
  const present = found.filter(({ active, left, merged }) => !left && !merged && (active || !onlyActive))
  const open = await openSeats(db, { schoolId, today, ids: present.map((student) => student.id) })
  const cost = open.filter(({ costs }) => costs).length
  if (!isAffordable(await balanceOf(db, schoolId), cost, debtLimit)) return false

  const ids = open.map((student) => student.id)
  await keepFormerSeats(db, job, ids)
  await markPaid(db, schoolId, ids)
  const { seats, coins } = await chargeSeatsOf(db, charging, ids)
  await keepChargedSeats(db, job, ids, seats)

  const [here, changed] = [new Set(present.map((student) => student.id)), new Set(ids)]
  await noteOutcome(db, job, ids, 'done')
  await noteOutcome(
    db,
    job,
    studentIds.filter((one) => here.has(one) && !changed.has(one)),
    'same',
  )
  await noteOutcome(
    db,
    job,
    studentIds.filter((one) => !here.has(one)),
    'left',
    'This student is not active',
  )
  const gone = found.filter(({ left }) => left).map((student) => student.id)
  await noteOutcome(db, job, gone, 'left', 'This student has left the school')
  const merged = found.filter((student) => student.merged).map((student) => student.id)
  await noteOutcome(db, job, merged, 'left', 'This student was merged with another')
  await advanceJob(db, job, { handled: studentIds.length, changed: ids.length, coins })
  return true
}

async function takeBack(db: Db, job: StudentJob, charging: Charging, studentIds: string[]) {
  const unchanged = await unchangedSince(db, job, studentIds)
  const ids = unchanged.map(({ studentId }) => studentId)
  const coins = await giveBackCharged(
    db,
    charging,
    unchanged.flatMap(({ seatId }) => seatId ?? []),
  )
  await restoreFormerSeats(db, job, ids)
  await noteOutcome(db, job, ids, 'undone')
  const kept = studentIds.filter((one) => !ids.includes(one))
  await noteOutcome(db, job, kept, 'kept', 'This student was changed later')
  await advanceJob(db, job, { handled: studentIds.length, changed: -ids.length, coins: -coins })
}

/** Ends a job, publishes the new balance and writes the audit line of the money. */
async function ended(db: Db, job: StudentJob, by: Omit<Charging, 'today'>, reason: string | null) {
  const { schoolId, actorId } = by
  await endJob(db, job, reason, unreached)
  await coinsChanged(db, by)
  const operation = job.state === 'undoing' ? 'Job/UndoJob' : 'Student/RenewSeats'
  const line = { personId: actorId, operation, outcome: 'done', schoolId, requestId: job.id } as const
  await insertLines(db, [{ ...line, targetKind: 'school', targetId: schoolId }])
}
