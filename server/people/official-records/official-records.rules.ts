import {
  birthDateIn,
  isOfKind,
  numberKindNames,
  numberKinds,
  type NumberKindName,
  plainNumber,
  sexIn,
} from '#contract/people/official-records/number-kinds.ts'
import { conflict, invalid } from '#server/base/errors.ts'
import type { Db } from '#server/db/db.ts'
import { otherBirthDate } from '#server/people/students/birth-dates.rules.ts'
import { nameWithNumber } from './official-records.queries.ts'

/** Kinds of numbers that state a birth date. */
export const kindsWithBirth = numberKindNames.filter((name) => 'birth' in numberKinds[name])

/** The parts of a record that must not contradict each other. */
export type Identity = {
  numberKind: string | null
  nationalNumber: string | null
  birthDate: string | null
  sex: string | null
}

/** Refuses a number that does not have the structure of its kind, and a birth date or sex that contradicts it. */
export function mustAgree({ numberKind, nationalNumber: number, birthDate, sex }: Identity) {
  if (number === null) return
  if (!numberKind) throw invalid('Choose the kind of the number', 'numberKind')
  const kind = numberKind as NumberKindName
  if (!isOfKind(kind, number)) throw invalid('This is not a number of this kind', 'nationalNumber')
  const stated = { birthDate: birthDateIn(kind, number), sex: sexIn(kind, number) }
  if (stated.birthDate && birthDate && stated.birthDate !== birthDate) throw invalid(otherBirthDate, 'nationalNumber')
  if (stated.sex && sex && stated.sex !== sex) throw invalid('The sex does not match the national number', 'sex')
}

/** Only one student of a school can have a number. The refusal names the other student. */
export async function mustBeFree(
  db: Db,
  schoolId: string,
  { id, numberKind, nationalNumber }: Pick<Identity, 'numberKind' | 'nationalNumber'> & { id: string },
) {
  if (!numberKind || !nationalNumber) return
  const name = await nameWithNumber(db, schoolId, numberKind, nationalNumber, id)
  if (name) throw conflict(`This number is already in the record of ${name}`, { field: 'nationalNumber' })
}

/** The number as it is stored; undefined stays undefined. */
export const storedNumber = (written: string | null | undefined) => (written ? plainNumber(written) : written)
