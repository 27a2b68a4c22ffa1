import * as z from 'zod/mini'
import { birthDateIn, type NumberKindName } from '#contract/people/official-records/number-kinds.ts'
import { type ProposedField, proposable } from '#contract/people/official-records/proposals.ts'
import { withCivilDays } from '#server/base/days.ts'
import { found, invalid } from '#server/base/errors.ts'
import { changeRow } from '#server/db/change-row.ts'
import type { Db } from '#server/db/db.ts'
import { recordOf, rowOf } from './official-records.queries.ts'
import { mustAgree, mustBeFree, storedNumber } from './official-records.rules.ts'

/** The value of a field; of a national number with its kind. Null empties the field. */
export type ProposedValue = { field: ProposedField; value: string | null; numberKind: string | null }

/** Reads a value in the form of its field, as the record stores it. */
export function readProposed(
  field: ProposedField,
  written: string,
  numberKind: string | null,
  timeZone: string,
): ProposedValue {
  if (field !== 'nationalNumber') {
    const read = z.safeParse(proposable[field], written)
    if (!read.success) throw invalid(read.error.issues[0]!.message, 'value')
    return { field, value: withCivilDays(proposable[field], read.data, timeZone), numberKind: null }
  }
  if (!numberKind) throw invalid('Choose the kind of the number', 'numberKind')
  return { field, value: storedNumber(written) ?? null, numberKind }
}

const everything = { religion: true, office: false }

export const storedRecord = async (db: Db, schoolId: string, studentId: string) =>
  found(await recordOf(db, schoolId, studentId, everything))

type StoredRecord = Awaited<ReturnType<typeof storedRecord>>

/** What the record says in the field now. */
export const presentOf = (record: StoredRecord, field: ProposedField): ProposedValue => ({
  field,
  value: record[field],
  numberKind: field === 'nationalNumber' ? record.numberKind : null,
})

/** Refuses a value that contradicts the rest of the record. */
export function mustAgreeWith(record: StoredRecord, { field, value, numberKind }: ProposedValue, today: string) {
  mustAgree({ ...record, [field]: value, ...(field === 'nationalNumber' && { numberKind }) })
  const born = field === 'birthDate' ? value : bornBy({ field, value, numberKind })
  if (born && born > today) throw invalid(field === 'birthDate' ? 'This date cannot be used' : noNumber, 'value')
}

const noNumber = 'This is not a number of this kind'

const bornBy = ({ field, value, numberKind }: ProposedValue) =>
  field === 'nationalNumber' && value && numberKind ? birthDateIn(numberKind as NumberKindName, value) : null

type Place = { schoolId: string; studentId: string; today: string }

/** Writes a value into the record; the student is locked. A student without a birth date gets the one from the national number. */
export async function writeIntoRecord(db: Db, { schoolId, studentId, today }: Place, change: ProposedValue) {
  const record = await storedRecord(db, schoolId, studentId)
  mustAgreeWith(record, change, today)
  const { field, value, numberKind } = change
  const born = field === 'birthDate' ? value : (record.birthDate ?? bornBy(change))
  if (born !== record.birthDate)
    await changeRow(db, { table: 'students', schoolId, id: studentId }, { birthDate: born })
  if (field === 'birthDate') return
  const changes = field === 'nationalNumber' ? { nationalNumber: value, numberKind } : { [field]: value }
  await mustBeFree(db, schoolId, { ...record, ...changes })
  const id = await rowOf(db, 'officialRecords', schoolId, studentId)
  await changeRow(db, { table: 'officialRecords', schoolId, id }, changes)
}
