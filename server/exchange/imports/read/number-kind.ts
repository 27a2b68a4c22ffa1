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
export function kindOfNumber(number: string, about: AboutNumber): NumberKindName | null {
  const onlyIf = (kind: NumberKindName) => (isOfKind(kind, number) ? kind : null)
  // Texts such as FALSE would pass for a passport.
  if (!/\d/.test(number)) return null
  if (about.chosen) return onlyIf(about.chosen)
  // 14 digits are meant as an Egyptian number. This one and that of the Emirates prove themselves by their structure.
  if (/^\d{14}$/.test(number)) return onlyIf('egypt')
  const byState = onlyIf('egypt') ?? onlyIf('emirates') ?? kindOfState(number, about)
  if (byState) return byState
  if (/[A-Z]/.test(number)) return onlyIf('passport')
  const home = about.nationality ?? about.country
  // So many digits that are no number of the child's own state are mistyped.
  if (number.length > 9 && home && statesOfKinds.has(home)) return null
  return onlyIf('other')
}

/** The kinds that only the nationality, the country of the school or the birth date can confirm. */
function kindOfState(number: string, { nationality, country, birthDate }: AboutNumber): NumberKindName | null {
  const is = (kind: NumberKindName) => isOfKind(kind, number)
  const isKuwaiti = [nationality, country].includes('KW') || birthDate === birthDateIn('kuwait', number)
  if (is('kuwait') && isKuwaiti) return 'kuwait'
  if (is('saudiCitizen') && (nationality ?? country) === 'SA') return 'saudiCitizen'
  return is('saudiResident') && country === 'SA' && nationality !== 'SA' ? 'saudiResident' : null
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
