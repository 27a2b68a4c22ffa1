import { fold } from '#contract/language/fold.ts'
import { seating } from '#contract/results/seating/seating.ts'
import type * as z from 'zod/mini'
import type { NewSeats } from '#contract/results/seating/seating.ts'
import { changedMeanwhile, conflict, invalid, mustDiffer, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { paged } from '#server/db/page.ts'
import { gradeExists } from '#server/results/results/terms.queries.ts'
import {
  gradeOfStanding,
  gradesWithSeats,
  insertPlan,
  lockedCurrentYear,
  planExists,
  pupilsOfGrade,
  seatRows,
  seatsNow,
  undoPlan,
} from './seating.queries.ts'
import { keptIn, nameOfSeats, plannedIn, seatsFor } from './seating.rules.ts'

export const seatingOperations = implement(seating, {
  grades: ({ db, school }) => gradesWithSeats(db, school.id),

  async plan({ db, school, input }) {
    const { plan, kept, seats, pupils } = await proposed(db, school.id, input)
    const named = new Map(pupils.map((pupil) => [pupil.id, pupil]))
    return {
      plan,
      kept,
      committees: plannedIn(input.committees, seats),
      seats: seats.map(({ studentId, committee, seatNumber }) => {
        const { studentName, code, classRoomName } = named.get(studentId)!
        const committeeName = input.committees[committee - 1]!.name
        return { studentId, studentName, code, classRoomName, committeeName, seatNumber }
      }),
    }
  },

  async assign({ db, user, school, now, audit, input }) {
    const schoolYearId = await lockedCurrentYear(db, school.id)
    const { plan, seats } = await proposed(db, school.id, input)
    if (!schoolYearId) throw conflict('No school year is current')
    if (plan !== input.plan) throw changedMeanwhile()
    const { gradeId, committees, order, firstNumber } = input
    const made = { schoolId: school.id, gradeId, schoolYearId, committees, order, firstNumber, madeBy: user.id, now }
    const id = await insertPlan(db, made, seats)
    await audit('seats', id, school.id, { rows: seats.length })
    return { done: true as const, changed: seats.length }
  },

  async undo({ db, user, school, now, audit, input: { planId } }) {
    await lockedCurrentYear(db, school.id)
    if (!(await planExists(db, school.id, planId))) throw notFound()
    const gradeId = await gradeOfStanding(db, school.id, planId)
    if (!gradeId) throw changedMeanwhile()
    await undoPlan(db, school.id, planId, { by: user.id, at: now })
    await audit('seats', planId)
    return { done: true as const, changed: 1 }
  },

  async list({ db, school, input: { gradeId, committeeName = null }, page }) {
    if (!(await gradeExists(db, school.id, gradeId))) throw notFound()
    return paged(seatRows(db, school.id, gradeId, committeeName), page)
  },
})

type Input = z.output<typeof NewSeats>

/** The seats that would be assigned, and the name by which they are confirmed. */
async function proposed(db: Db, schoolId: string, input: Input) {
  const { gradeId, committees, order, firstNumber, keep } = input
  if (!(await gradeExists(db, schoolId, gradeId))) throw notFound()
  mustDiffer(
    committees.map(({ name }) => fold(name)),
    'Two committees have the same name',
    'committees',
  )
  const pupils = await pupilsOfGrade(db, schoolId, gradeId)
  if (pupils.length === 0) throw conflict('This grade has no students')
  const before = keep ? keptIn(committees, await seatsNow(db, schoolId, gradeId)) : []
  const seats = seatsFor(pupils, { committees, order, firstNumber }, before)
  if (!seats) throw invalid('These committees do not have enough places', 'committees')
  return { plan: nameOfSeats(seats, committees), seats, pupils, kept: keptOf(before, seats) }
}

const keptOf = (before: readonly { studentId: string; seatNumber: number }[], seats: typeof before) =>
  before.filter((one) => seats.some((seat) => seat.studentId === one.studentId && seat.seatNumber === one.seatNumber))
    .length
