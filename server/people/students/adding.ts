import { studentRecords } from '#contract/people/students/student-records.ts'
import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/base/errors.ts'
import { claimed, mediaOf } from '#server/platform/pictures/media.rules.ts'
import { wholeSchool } from '#server/db/reach.ts'
import type { Context } from '#server/call/implement.ts'
import { admit } from './admission.queries.ts'
import { mustTakeIn } from './rooms.ts'
import { balanceSeen, chargingOf } from './seats.ts'
import { coinsChanged } from '#server/platform/payments/coins.rules.ts'
import { chargeSeats, keepYear } from '#server/platform/payments/seats.queries.ts'
import { seenBy } from './seen.rules.ts'
import { studentOf } from './students.queries.ts'

type Adding = Context<typeof studentRecords.add>

/** Adds one student to a school and a class from today on, with the next code, and charges the seat. */
export async function added({ db, user, school, may, audit, input }: Adding) {
  const { schoolId, classRoomId, imageUrl, birthDate } = input
  const charging = chargingOf({ user, school })
  mustBeBirthDate(birthDate, charging.today)
  await mediaOf(db, imageUrl, { studentId: null, freeIn: schoolId }, null)
  if (input.isPaid ?? true) await keepYear(db, schoolId)
  await mustTakeIn(db, schoolId, classRoomId, { active: input.active ?? true })

  const [student] = await admit(db, charging, [input])
  const { id } = student!
  await claimed(db, imageUrl, id, null)
  if ((input.isPaid ?? true) && (await chargeSeats(db, charging, [id])) > 0) {
    await audit('student', id)
    await coinsChanged(db, charging)
  }
  return saved(db, school.id, id, may)
}

/** Refuses a birth date in the future. */
export function mustBeBirthDate(day: string | null | undefined, today: string) {
  if (day != null && day > today) throw invalid('Invalid date', 'birthDate')
}

/** A student in the answer of a save. */
export async function saved(db: Db, schoolId: string, id: string, may: Adding['may']) {
  const student = (await studentOf(db, schoolId, wholeSchool, id, seenBy(wholeSchool, may)))!
  return { ...student, availableCoins: await balanceSeen(db, schoolId, may) }
}
