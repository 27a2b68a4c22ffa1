import { isRecordable } from '#contract/teaching/attendance/attendance.ts'
import { lockTimes } from '#server/school/calendar/calendar.queries.ts'
import type { Db } from '#server/db/db.ts'
import { portions } from '#server/db/portions.ts'
import type { Portion } from '#server/platform/jobs/work.rules.ts'
import { publish } from '#server/outbox/events.ts'
import { coinsChanged } from '#server/platform/payments/coins.rules.ts'
import { lockSchool } from '#server/db/change-row.ts'
import { changeClasses, lockedRooms } from '#server/people/students/admission.queries.ts'
import { giveBackSeats } from '#server/platform/payments/seats.queries.ts'
import {
  type Going,
  keepFormerStudents,
  keepJoined,
  leaveLaterWork,
  leaveSchool,
  lockPupils,
  noteEffect,
  noteNotified,
  notePromoted,
  type PromotionJob,
  putInClasses,
} from './doing.queries.ts'
import { nextClasses, oldClasses } from './facts.queries.ts'
import type { Placed } from './placing.rules.ts'
import { type PlannedTurn, plannedTurn, shownPlan, turnOf } from './planning.ts'
import { type PromotionEffect, promotionOf, settlePromotion, type StoredPromotion } from './promotions.queries.ts'
import {
  copyDays,
  copyMonths,
  copySchemes,
  copyTeachers,
  copyTerms,
  dateClasses,
  makeClasses,
  makeYear,
} from './years.queries.ts'

export type By = { schoolId: string; actorId: string; today: string }

const graduated = '01900000-0000-7000-8000-00000000e004'
const other = '01900000-0000-7000-8000-00000000e009'

/** Does what was agreed to, in the transaction that locks everything. If the facts have changed, the promotion becomes a draft again. */
export async function doPromotion(db: Db, job: PromotionJob, by: By, portion: Portion) {
  const stored = await lockedWithAll(db, job)
  const found = await plannedTurn(db, stored)
  if (found.hash !== stored.planHash) return settlePromotion(db, job, 'draft', 'Somebody else changed this meanwhile')
  const { hindrance } = await shownPlan(db, found, { today: by.today, seesCoins: false })
  if (hindrance || stored.toYearCompleted)
    return settlePromotion(db, job, 'draft', hindrance ?? 'A completed year cannot be changed')

  const leftOn = found.options.leavesOn ?? by.today
  if (!isRecordable(leftOn, by.today)) return settlePromotion(db, job, 'draft', 'This date cannot be used')

  const effect = await makeNextYear(db, stored, found)
  await noteEffect(db, job, effect)
  const going = found.all.map(goingOf)
  for (const some of portions(going)) await keepFormerStudents(db, job, some)
  const moved = going.filter((one): one is Going & { toClassId: string } => one.outcome === 'moved')
  let done = 0
  for (const some of portions(moved, portion.atOnce)) {
    await move(db, job, by, some)
    done += some.length
    await portion.report((elsewhere) => notePromoted(elsewhere, job, done))
  }
  const leavers = found.all.filter(({ decision }) => decision === 'leave')
  if (leavers.length > 0) {
    await noteEffect(db, job, { ...effect, works: await leave(db, job, by, { leavers, leftOn, found }) })
  }
  if (!stored.notifyOn || stored.notifyOn <= by.today) await notifyParents(db, job, by, moved)
  return settlePromotion(db, job, 'done')
}

/**
 * Locks the school, the months and years that the promotion made, the calendar, the classes and then the students, in the order of every
 * call (decision 073). Returns the promotion as it is afterwards, because a year may have been completed while this waited.
 */
export async function lockedWithAll(db: Db, job: PromotionJob): Promise<StoredPromotion> {
  const { schoolId, id } = job
  await lockSchool(db, schoolId)
  const stored = (await promotionOf(db, schoolId, id))!
  const { monthIds: months = [], yearIds: years = [] } = stored.effect
  await lockTimes(db, schoolId, { months, years })
  const turn = turnOf(stored)
  const classes = [...(await oldClasses(db, turn)), ...(await nextClasses(db, turn))]
  await lockedRooms(
    db,
    schoolId,
    classes.map(({ id }) => id),
  )
  await lockPupils(db, job)
  return stored
}

async function makeNextYear(db: Db, stored: StoredPromotion, { turn, options }: PlannedTurn): Promise<PromotionEffect> {
  const yearIds = await makeYear(db, turn, stored.toYearName)
  const dayIds = options.copiesCalendar ? await copyDays(db, turn) : []
  const termIds = options.copiesTerms ? await copyTerms(db, turn) : []
  const useIds = await copySchemes(db, turn, termIds)
  const monthIds = options.copiesMonths ? await copyMonths(db, turn) : []
  const datedIds = await dateClasses(db, turn)
  const classIds = await makeClasses(db, turn)
  if (options.copiesTeachers) await copyTeachers(db, turn)
  return { yearIds, monthIds, termIds, useIds, dayIds, datedIds, classIds }
}

const goingOf = ({ pupil, decision, toClassId }: Placed): Going => ({
  studentId: pupil.id,
  fromClassId: pupil.classId,
  toClassId,
  outcome: toClassId ? 'moved' : outcomeWithoutClass(decision),
})

const outcomeWithoutClass = (decision: Placed['decision']) => (decision === 'leave' ? 'left' : 'stayed')

async function move(db: Db, job: PromotionJob, by: By, some: readonly (Going & { toClassId: string })[]) {
  const joining = some.map(({ studentId, toClassId }) => ({ id: studentId, classRoomId: toClassId }))
  const joined = await changeClasses(db, by, joining)
  await putInClasses(db, by.schoolId, joining)
  await keepJoined(db, job, joined)
}

type Leavers = { leavers: readonly Placed[]; leftOn: string; found: PlannedTurn }

/** Students of a last grade have finished the school; for others, a person enters the reason later. */
async function leave(db: Db, job: PromotionJob, by: By, { leavers, leftOn, found }: Leavers) {
  const last = new Set(found.grades.filter(({ nextGradeId }) => !nextGradeId).map(({ gradeId }) => gradeId))
  const gradeOf = new Map(found.classes.map(({ id, gradeId }) => [id, gradeId]))
  const leaving = { schoolId: by.schoolId, leftOn, enteredBy: by.actorId }
  const ids = leavers.map(({ pupil }) => pupil.id)
  const joined = await leaveSchool(
    db,
    leaving,
    leavers.map(({ pupil }) => ({
      studentId: pupil.id,
      reasonId: last.has(gradeOf.get(pupil.classId)!) ? graduated : other,
    })),
  )
  await keepJoined(db, job, joined)
  const works = await leaveLaterWork(db, leaving, ids)
  if ((await giveBackSeats(db, by, ids)) > 0) await coinsChanged(db, by)
  for (const studentId of ids) await notifyLeaving(db, by, studentId, true)
  return works
}

export const notifyLeaving = (db: Db, { schoolId, actorId }: By, studentId: string, left: boolean) =>
  publish(db, { event: 'student left', schoolId, actorId, payload: { studentId, left } })

async function notifyParents(
  db: Db,
  job: PromotionJob,
  by: By,
  moved: readonly { studentId: string; toClassId: string }[],
) {
  await notifyOfClasses(
    db,
    by,
    moved.map(({ studentId, toClassId }) => ({ studentId, classRoomId: toClassId })),
  )
  await noteNotified(db, job)
}

/** Notifies parents of the class that their child is in now. */
export async function notifyOfClasses(
  db: Db,
  { schoolId, actorId }: By,
  moved: readonly { studentId: string; classRoomId: string }[],
) {
  const byClass = new Map<string, string[]>()
  for (const { studentId, classRoomId } of moved)
    byClass.set(classRoomId, [...(byClass.get(classRoomId) ?? []), studentId])
  for (const [classRoomId, studentIds] of byClass)
    await publish(db, { event: 'class changed', schoolId, actorId, payload: { classRoomId, studentIds } })
}
