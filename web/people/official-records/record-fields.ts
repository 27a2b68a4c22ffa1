import { countryName } from '#web/lib/reference.ts'
import { countries } from '#contract/people/official-records/countries.ts'
import { latinNames } from '#contract/language/latin-names.ts'
import { numberKindNames } from '#contract/people/official-records/number-kinds.ts'
import { type officialRecords, religions, sexes } from '#contract/people/official-records/official-records.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import type { Field } from '#web/records/fields.ts'

export type OfficialRecord = OutputOf<typeof officialRecords.get>

type Translate = (key: string) => string
/** `proposals`: how the names of the student may be written in Latin letters. */
type Further = { left: boolean; religion: boolean; proposals: Record<(typeof latinNames)[number], string | null> }

/** The fields of an official record as this person may enter them, in the order of the paper. */
export function recordFields(t: Translate, language: string, { left, religion, proposals }: Further): Field[] {
  const wordsOf = (list: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`reference.${list}.${value}`) }))
  return [
    { name: 'officialName' },
    ...latinNames.map((name) => ({ name, hint: 'settings.record.latinHint', proposal: proposals[name] })),
    { name: 'numberKind', kind: 'choice', items: wordsOf('numberKinds', numberKindNames), none: none('noNumberKind') },
    { name: 'nationalNumber', hint: 'settings.record.numberHint' },
    { name: 'sex', kind: 'choice', items: wordsOf('sexes', sexes), none: none('noSex') },
    { name: 'nationality', kind: 'choice', items: countryItems(t, language), none: none('noNationality') },
    ...(religion
      ? [
          {
            name: 'religion',
            kind: 'choice' as const,
            items: wordsOf('religions', religions),
            none: none('noReligion'),
          },
        ]
      : []),
    { name: 'birthPlace' },
    { name: 'address', kind: 'lines' },
    { name: 'admittedOn', kind: 'day' },
    { name: 'seatNumber' },
    { name: 'admittedFrom' },
    { name: 'admissionPaper', hint: 'settings.record.paperHint' },
    { name: 'otherNumber', hint: 'settings.record.otherNumberHint' },
    ...(left ? [{ name: 'leavingPaper', hint: 'settings.record.paperHint' }] : []),
  ]
}

const none = (name: string) => `settings.record.${name}`

/** Every country by its name, Egypt before the others. */
function countryItems(t: Translate, language: string) {
  const { compare } = new Intl.Collator(language)
  const items = countries.map((code) => ({ value: code, label: countryName(t, language, code) }))
  const rank = ({ value }: { value: string }) => (value === 'EG' ? 0 : 1)
  return items.toSorted((a, b) => rank(a) - rank(b) || compare(a.label, b.label))
}

/** What a record says, field by field, in words; without what is empty. */
export function recordFacts(t: Translate, language: string, record: OfficialRecord) {
  const word = (list: string, value: string | null) => value && t(`reference.${list}.${value}`)
  const facts: [name: string, value: string | null, kind?: 'day' | 'number'][] = [
    ['officialName', record.officialName],
    ['latinName', [record.latinFirst, record.latinMiddle, record.latinLast].filter(Boolean).join(' ')],
    ['numberKind', word('numberKinds', record.numberKind)],
    ['nationalNumber', record.nationalNumber, 'number'],
    ['birthDate', record.birthDate, 'day'],
    ['birthPlace', record.birthPlace],
    ['sex', word('sexes', record.sex)],
    ['nationality', record.nationality && countryName(t, language, record.nationality)],
    ['religion', word('religions', record.religion)],
    ['address', record.address],
    ['seatNumber', record.seatNumber],
    ['admittedOn', record.admittedOn, 'day'],
    ['admittedFrom', record.admittedFrom],
    ['admissionPaper', record.admissionPaper],
    ['otherNumber', record.otherNumber, 'number'],
    ['leftOn', record.leftOn, 'day'],
    ['leavingReason', record.leavingReason],
    ['destination', record.destination],
    ['leavingPaper', record.leavingPaper],
  ]
  const own = record.own.map(({ recordFieldId, fieldName, kind, value }) => ({
    name: recordFieldId,
    label: fieldName,
    value,
    kind: kind === 'day' ? ('day' as const) : undefined,
  }))
  const named = facts.map(([name, value, kind]) => ({ name, label: t(`settings.record.${name}`), value, kind }))
  return [...named, ...own].flatMap(({ value, ...fact }) => (value ? [{ ...fact, value }] : []))
}
