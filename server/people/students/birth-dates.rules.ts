import { birthDateIn, type NumberKindName } from '#contract/people/official-records/number-kinds.ts'
import { invalid } from '#server/base/errors.ts'
import type { Db } from '#server/db/db.ts'
import { nationalNumberOf } from './students.queries.ts'

export const otherBirthDate = 'The birth date does not match the national number'

/** Refuses a birth date that contradicts the national number in the official record of the student. */
export async function mustFitRecord(db: Db, schoolId: string, studentId: string, birthDate: string | null | undefined) {
  if (!birthDate) return
  const record = await nationalNumberOf(db, schoolId, studentId)
  if (!record?.nationalNumber) return
  const stated = birthDateIn(record.numberKind as NumberKindName, record.nationalNumber)
  if (stated && stated !== birthDate) throw invalid(otherBirthDate, 'birthDate')
}
