import { conflict } from '#server/base/errors.ts'
import type { Db } from '#server/db/db.ts'
import { portions } from '#server/db/portions.ts'
import { unlessUsed } from '#server/db/savepoint.ts'
import type { Portion } from '#server/platform/jobs/work.rules.ts'
import { coinsChanged } from '#server/platform/payments/coins.rules.ts'
import { chargeSeats } from '#server/platform/payments/seats.queries.ts'
import { type PromotionJob, notePromoted } from './doing.queries.ts'
import { type By, lockedWithAll, notifyLeaving, notifyOfClasses } from './doing.ts'
import { settlePromotion, type StoredPromotion } from './promotions.queries.ts'
import {
  type Back,
  backOf,
  emptyClasses,
  hinderingOf,
  noteBack,
  removeClass,
  removeCopiedDays,
  removeMonths,
  removeTerms,
  removeYear,
  resumeLaterWork,
  restoreStudents,
  undateClasses,
  undateClassesOfYears,
} from './undoing.queries.ts'

const later = 'Later changes stand in the way for some students'

/**
 * Refuses an undo that cannot begin: the old year is final, or new records prevent it and nobody has agreed to leave those students out.
 */
export async function mustBeUndoable(db: Db, stored: StoredPromotion, spares: boolean) {
  if (stored.fromYearCompleted) throw conflict('Reopen the old year first')
  if (!spares && (await hinderingOf(db, stored)).length > 0) throw conflict(later)
}

/** Takes back what a promotion did, in one transaction, except for students with later changes. */
export async function undoPromotion(db: Db, job: PromotionJob, by: By, portion: Portion) {
  const stored = await lockedWithAll(db, job)
  if (stored.fromYearCompleted) return settlePromotion(db, job, 'done', 'Reopen the old year first')
  const kept = (await hinderingOf(db, job)).map(({ studentId }) => studentId)
  if (kept.length > 0 && !stored.spares) return settlePromotion(db, job, 'done', later)

  const back = await backOf(db, job, kept)
  let done = 0
  for (const some of portions(back, portion.atOnce)) {
    await restoreStudents(
      db,
      job,
      some.map(({ studentId }) => studentId),
    )
    done += some.length
    await portion.report((elsewhere) => notePromoted(elsewhere, job, done))
  }
  await giveBack(db, by, stored, back)
  await takeBackYear(db, stored, kept.length > 0)
  await noteBack(db, job, kept)
  return settlePromotion(db, job, 'undone')
}

/** Seats, work and notices of the students who are back. */
async function giveBack(db: Db, by: By, { effect, notified }: StoredPromotion, back: readonly Back[]) {
  const left = back.filter(({ outcome }) => outcome === 'left')
  const ids = left.map(({ studentId }) => studentId)
  await resumeLaterWork(db, by.schoolId, effect.works ?? [], ids)
  const paid = left.filter(({ isPaid }) => isPaid).map(({ studentId }) => studentId)
  if (paid.length > 0 && (await chargeSeats(db, by, paid)) > 0) await coinsChanged(db, by)
  for (const studentId of ids) await notifyLeaving(db, by, studentId, false)
  const moved = back.filter(({ outcome }) => outcome === 'moved')
  if (notified)
    await notifyOfClasses(
      db,
      by,
      moved.map(({ studentId, fromClassId }) => ({ studentId, classRoomId: fromClassId })),
    )
}

/** Removes what was made for the next year and is not used. While students stay in it, the year and its calendar stay. */
async function takeBackYear(db: Db, { schoolId, effect }: StoredPromotion, isInUse: boolean) {
  for (const id of await emptyClasses(db, schoolId, effect.classIds ?? []))
    await unlessUsed(db, () => removeClass(db, schoolId, id))
  if (isInUse) return
  await undateClasses(db, schoolId, effect.datedIds ?? [])
  await undateClassesOfYears(db, schoolId, effect.yearIds ?? [])
  await removeCopiedDays(db, schoolId, effect.dayIds ?? [])
  await unlessUsed(db, () => removeTerms(db, schoolId, effect))
  await unlessUsed(db, () => removeMonths(db, schoolId, effect.monthIds ?? []))
  for (const id of effect.yearIds ?? []) await unlessUsed(db, () => removeYear(db, schoolId, id))
}
