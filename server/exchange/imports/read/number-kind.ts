import { birthDateIn, isOfKind, type NumberKindName } from '#contract/people/official-records/number-kinds.ts'

/** What is known of a number beside its digits. `chosen`: the kind that a person chose for the whole column. */
export type AboutNumber = {
  chosen: NumberKindName | null
  nationality: string | null
  /** The country of the school. */
  country: string | null
  birthDate: string | null
}

/**
 * Which kind of number a cell contains; null for none, as for a mistyped one. Many states have numbers of ten digits, so those of Saudi Arabia
 * are recognised by the nationality or the country of the school, not by their first digit. An unknown kind is `other`.
 */
export function kindOfNumber(number: string, { chosen, nationality, country, birthDate }: AboutNumber) {
  const is = (kind: NumberKindName) => isOfKind(kind, number)
  if (chosen) return is(chosen) ? chosen : null
  // 14 digits are meant as an Egyptian number. This one and that of the Emirates prove themselves by their structure.
  if (is('egypt') || /^\d{14}$/.test(number)) return is('egypt') ? 'egypt' : null
  if (is('emirates')) return 'emirates'
  const home = nationality ?? country
  const isKuwaiti = [nationality, country].includes('KW') || birthDate === birthDateIn('kuwait', number)
  if (is('kuwait') && isKuwaiti) return 'kuwait'
  if (is('saudiCitizen') && home === 'SA') return 'saudiCitizen'
  if (is('saudiResident') && country === 'SA' && nationality !== 'SA') return 'saudiResident'
  if (/[A-Z]/.test(number)) return is('passport') ? 'passport' : null
  // So many digits that are no number of the child's own state are mistyped.
  if (number.length > 9 && home && statesOfKinds.has(home)) return null
  return is('other') ? 'other' : null
}

/** The states whose numbers have a kind of their own. */
const statesOfKinds = new Set(['EG', 'SA', 'AE', 'KW'])

/** The country of a school by its time zone, as far as its numbers have a kind of their own. */
export const countryOfZone = (timeZone: string | undefined) =>
  ({ 'Africa/Cairo': 'EG', 'Asia/Riyadh': 'SA', 'Asia/Dubai': 'AE', 'Asia/Kuwait': 'KW' })[timeZone ?? ''] ?? null

/** The kind that the heading of a column names; null also for several, as in «الرقم القومي / جواز السفر»: then each number shows its own. */
export const kindOfHeading = (heading: string): NumberKindName | null =>
  /passport|جواز/i.test(heading) && !otherNumbers.test(heading) ? 'passport' : null

const otherNumbers = /national|identity|civil|residen|iqama|\bid\b|قوم|وطن|هوي|مدن|[إا]قام|بطاق/i
