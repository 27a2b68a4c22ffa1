import type { ProposedField, recordProposals } from '#contract/people/official-records/proposals.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { shownDay } from '#web/lib/days.ts'
import { countryName } from '#web/lib/reference.ts'

export type RecordProposal = OutputOf<typeof recordProposals.decide>

type Translate = (key: string) => string

/** A value of a field of the record in words. */
export function valueInWords(t: Translate, language: string, field: ProposedField, value: string): string {
  if (field === 'sex') return t(`reference.sexes.${value}`)
  if (field === 'nationality') return countryName(t, language, value)
  return field === 'birthDate' ? shownDay(value) : value
}

/** To which field and class the proposals that wait are narrowed; empty: all. */
export type NarrowedTo = { field: string; classRoomId: string }
export const notNarrowed: NarrowedTo = { field: '', classRoomId: '' }

export const within = <P extends Pick<RecordProposal, 'field' | 'classRoomId'>>(
  proposals: readonly P[],
  { field, classRoomId }: NarrowedTo,
) => proposals.filter((one) => (!field || one.field === field) && (!classRoomId || one.classRoomId === classRoomId))
