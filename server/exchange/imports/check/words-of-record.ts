import { wordsOfDays } from '#server/exchange/imports/days/read-days.ts'
import type { Meaning } from '#server/exchange/imports/read/headings.ts'
import type { RowPlan } from '#server/exchange/imports/tables/plans.queries.ts'
import type { GuardianRead } from '#server/exchange/imports/imports.queries.ts'

type OfRecord = { field: Meaning | null; name: string | null; value: string }

/** The values of a row for the official record, in the order of the record's columns. */
export function wordsOfRecord(
  said: Record<string, unknown>,
  guardians: readonly GuardianRead[],
  own: readonly { name: string; value: string }[],
): OfRecord[] {
  const fields = Object.entries(columns).flatMap(([column, field]) => {
    const value = said[column]
    return typeof value === 'string' ? [{ field, name: null, value }] : []
  })
  const named = guardians.map(({ name, job, phone }) => ({
    field: 'guardianName1' as const,
    name: null,
    value: [name, job, phone].filter(Boolean).join(' · '),
  }))
  return [...fields, ...own.map((one) => ({ field: null, ...one })), ...named]
}

/**
 * The values of a row of staff or courses in addition to its title. `dates`: which days of a row of attendance come in; where none does, those that
 * its cells name.
 */
export const wordsOfPlan = ({ words, days }: RowPlan, dates: readonly string[] | null = null) =>
  (days ? wordsOfDays(days.filter(({ date, blank }) => dates?.includes(date) ?? !blank)) : words).map((one) => ({
    ...one,
    field: one.field as Meaning,
  }))

const columns = {
  official_name: 'officialName',
  latin_first: 'latinFirst',
  latin_middle: 'latinMiddle',
  latin_last: 'latinLast',
  national_number: 'nationalNumber',
  sex: 'sex',
  nationality: 'nationality',
  religion: 'religion',
  birth_place: 'birthPlace',
  address: 'address',
  seat_number: 'seatNumber',
  admitted_on: 'admittedOn',
  admitted_from: 'admittedFrom',
  admission_paper: 'admissionPaper',
  other_number: 'otherNumber',
  health_notes: 'healthNotes',
  pick_up_notes: 'pickUpNotes',
} as const satisfies Record<string, Meaning>
