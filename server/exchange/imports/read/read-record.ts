import * as z from 'zod/mini'
import { fold } from '#contract/language/fold.ts'
import { plainDigits } from '#contract/language/text.ts'
import { countries } from '#contract/people/official-records/countries.ts'
import {
  birthDateIn,
  type NumberKindName,
  plainNumber,
  type Sex,
  sexIn,
} from '#contract/people/official-records/number-kinds.ts'
import { LatinName } from '#contract/language/latin-names.ts'
import { storedValue } from '#server/people/official-records/own-values.rules.ts'
import { type DayOrder, dayIn } from './dates.ts'
import type { Meaning } from './headings.ts'
import { type AboutNumber, kindOfNumber } from './number-kind.ts'
import { type RowCells, textIn } from './row-cells.ts'

/** How the dates and numbers of the table are written, the present day, and the school's own columns. */
type Written = {
  dayOrder: DayOrder | null
  today: string
  own: readonly OwnColumn[]
  country: string | null
  numberKind: NumberKindName | null
}

export type OwnColumn = {
  position: number
  field: { id: string; kind: string; choices: string | null }
}

/** The values of a row for an official record, by column; null if it has none. */
export type RecordRead = Record<string, unknown> | null

const texts = [
  ['officialName', 'official_name', 200],
  ['birthPlace', 'birth_place', 200],
  ['address', 'address', 500],
  ['seatNumber', 'seat_number', 30],
  ['admittedFrom', 'admitted_from', 200],
  ['admissionPaper', 'admission_paper', 200],
  ['otherNumber', 'other_number', 100],
] as const

/** Reads the columns of the official record. A number contains a birth date and a sex, which their own columns must not contradict. */
export function recordIn(
  row: RowCells,
  { dayOrder, today, own, country, numberKind }: Written,
  birthDate: string | null,
) {
  const written = { ...textsIn(row, texts), ...latinNamesIn(row) }
  const values = ownValuesIn(row, own, { order: dayOrder ?? 'dayFirst', today })
  const nationality = row.value('nationality', countryOf, 'There is no country of this name')
  const about = { chosen: numberKind, nationality, country, birthDate }
  const number = row.value(
    'nationalNumber',
    (cell) => accountNumberIn(cell, about),
    'This is not a number of this kind',
  )
  const sex = row.value('sex', sexOf, 'This is not one of the choices') ?? number?.sex ?? null
  const religion = row.value('religion', religionOf, 'This is not one of the choices')
  const admittedOn = row.value('admittedOn', (cell) => admissionIn(cell, dayOrder, today), 'Invalid date')

  if (number) mustAgree(row, number, { sex, birthDate })
  const record = filled({
    ...written,
    own_values: Object.keys(values).length > 0 ? values : null,
    number_kind: number?.kind,
    national_number: number?.number,
    sex,
    religion,
    nationality,
    admitted_on: admittedOn,
  })
  const stated: RecordRead = Object.keys(record).length > 0 ? record : null
  const birthStated = birthDate === null && Boolean(number?.birthDate)
  return { record: stated, birthDate: birthDate ?? number?.birthDate ?? null, birthStated }
}

/** The names as in a passport that a row has, by column. */
const latinNamesIn = (row: RowCells) => ({
  latin_first: latinNameIn(row, 'latinFirst'),
  latin_middle: latinNameIn(row, 'latinMiddle'),
  latin_last: latinNameIn(row, 'latinLast'),
})

const latinNameIn = (row: RowCells, meaning: Meaning) =>
  row.value(
    meaning,
    (cell) => z.safeParse(LatinName, cell).data ?? null,
    'Write this name in Latin letters, as in the passport',
  )

const filled = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))

/** A sex or a birth date that a number contains is that of the row. */
function mustAgree(
  row: RowCells,
  number: { sex: Sex | null; birthDate: string | null },
  { sex, birthDate }: { sex: Sex | null; birthDate: string | null },
) {
  if (number.sex && sex !== number.sex) row.fault('sex', 'The sex does not match the national number')
  if (number.birthDate && birthDate && number.birthDate !== birthDate)
    row.fault('nationalNumber', 'The birth date does not match the national number')
}

/** The values of a row for the school's own fields, by field id. */
function ownValuesIn(row: RowCells, own: readonly OwnColumn[], { order, today }: { order: DayOrder; today: string }) {
  const values: Record<string, string> = {}
  for (const { position, field } of own) {
    const reason = { day: 'Invalid date', number: 'Write a number', choice: 'This is not one of the choices' }
    const value = row.valueAt(
      position,
      (cell) => {
        const day = field.kind === 'day' ? dayIn(cell, { order, today }) : null
        return storedValue(field, day === null || day === 'unsure' ? cell : day)
      },
      reason[field.kind as 'day'] ?? 'String must contain at most 200 character(s)',
    )
    if (value !== null) values[field.id] = value
  }
  return values
}

/** The values of a row for health and for who may fetch the child. */
export function healthIn(row: RowCells): Record<string, string> | null {
  const health = textsIn(row, notes)
  return Object.keys(health).length > 0 ? health : null
}

const notes = [
  ['healthNotes', 'health_notes', 2000],
  ['pickUpNotes', 'pick_up_notes', 1000],
] as const

const ofNumber = new Set<Meaning>(['seatNumber', 'admissionPaper', 'otherNumber'])

function textsIn(row: RowCells, columns: readonly (readonly [Meaning, string, number])[]) {
  const read: Record<string, string> = {}
  for (const [meaning, column, most] of columns) {
    const text = textIn(row, meaning, 1, most)
    // The same number in other digits would be another one.
    if (text !== null) read[column] = ofNumber.has(meaning) ? plainDigits(text) : text
  }
  return read
}

function accountNumberIn(cell: string, about: AboutNumber) {
  const number = plainNumber(cell)
  const kind = kindOfNumber(number, about)
  if (!kind) return null
  return { kind, number, birthDate: birthDateIn(kind, number), sex: sexIn(kind, number) }
}

/** Admissions are in the past or soon. If nothing shows the order, the day comes first, as is usual in the region. */
function admissionIn(cell: string, order: DayOrder | null, today: string) {
  const day = dayIn(cell, { order: order ?? 'dayFirst', today })
  return day === 'unsure' ? null : day
}

const wordsOf = <Value extends string>(words: Record<Value, string>) =>
  new Map(
    Object.entries<string>(words).flatMap(([value, some]) =>
      some.split(', ').map((word) => [fold(word), value as Value] as const),
    ),
  )

const sexes = wordsOf<Sex>({
  male: 'male, m, boy, ذكر, ولد, ذكور, طالب, ذ, بنين',
  female: 'female, f, girl, أنثى, بنت, إناث, طالبة, ث, بنات',
})

const religions = wordsOf({
  islam: 'islam, muslim, الإسلام, مسلم, مسلمة, إسلام',
  christianity: 'christianity, christian, المسيحية, مسيحي, مسيحية',
  judaism: 'judaism, jewish, اليهودية, يهودي, يهودية',
  other: 'other, أخرى',
})

/** The words for citizens of the countries that are most frequent in schools of the region. */
const citizens = wordsOf({
  EG: 'مصري, مصرية, egyptian',
  SD: 'سوداني, سودانية, sudanese',
  SY: 'سوري, سورية, syrian',
  PS: 'فلسطيني, فلسطينية, palestinian',
  SA: 'سعودي, سعودية, saudi',
  JO: 'أردني, أردنية, jordanian',
  IQ: 'عراقي, عراقية, iraqi',
  YE: 'يمني, يمنية, yemeni',
  LY: 'ليبي, ليبية, libyan',
  LB: 'لبناني, لبنانية, lebanese',
  KW: 'كويتي, كويتية, kuwaiti',
  AE: 'إماراتي, إماراتية, emirati',
  MA: 'مغربي, مغربية, moroccan',
  TN: 'تونسي, تونسية, tunisian',
  DZ: 'جزائري, جزائرية, algerian',
})

const countryNames = new Map(
  ['ar', 'en'].flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    return countries.map((code) => [fold(names.of(code) ?? code), code] as const)
  }),
)

export const sexOf = (cell: string) => sexes.get(fold(cell)) ?? null
const religionOf = (cell: string) => religions.get(fold(cell)) ?? null
const countryOf = (cell: string) =>
  citizens.get(fold(cell)) ??
  countryNames.get(fold(cell)) ??
  (countries.includes(cell.toUpperCase()) ? cell.toUpperCase() : null)
