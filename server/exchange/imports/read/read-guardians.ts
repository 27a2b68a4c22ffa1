import { fold } from '#contract/language/fold.ts'
import type { GuardianRead } from '#server/exchange/imports/imports.queries.ts'
import type { Meaning } from './headings.ts'
import type { Reading } from './reading.ts'
import { type RowCells, textIn } from './row-cells.ts'
import { guardianMayIn } from './guardian-may.ts'
import { anyPhone, isMisspeltMobile, phonesIn } from './phones.ts'
import { mobileIn, mobileWritten, severalIn } from './words.ts'

type Column = {
  phone: Meaning
  relation: Meaning | 'father' | 'mother'
  name: Meaning
  /** The family name, where the name stands in two columns. */
  last: Meaning
  job: Meaning
  may: Meaning
  landline?: Meaning
}

const guardians: readonly Column[] = [
  {
    phone: 'phone1',
    relation: 'relation1',
    name: 'guardianName1',
    last: 'guardianLast1',
    job: 'guardianJob1',
    may: 'guardianMay1',
    landline: 'landline',
  },
  {
    phone: 'phone2',
    relation: 'relation2',
    name: 'guardianName2',
    last: 'guardianLast2',
    job: 'guardianJob2',
    may: 'guardianMay2',
  },
  {
    phone: 'phone3',
    relation: 'relation3',
    name: 'guardianName3',
    last: 'guardianLast3',
    job: 'guardianJob3',
    may: 'guardianMay3',
  },
  {
    phone: 'fatherPhone',
    relation: 'father',
    name: 'fatherName',
    last: 'fatherLast',
    job: 'fatherJob',
    may: 'fatherMay',
  },
  {
    phone: 'motherPhone',
    relation: 'mother',
    name: 'motherName',
    last: 'motherLast',
    job: 'motherJob',
    may: 'motherMay',
  },
]

/**
 * The guardians of a row. Those with a mobile phone are to be linked: a cell may contain several phones, and the relation cell as many
 * relations or one for all. Those with a name are stored in the official record, with any phone.
 */
export function guardiansIn(row: RowCells, reading: Reading) {
  const linked = new Map<string, string>()
  const named: GuardianRead[] = []
  const read = guardians.map((column) => ({ column, phones: phonesIn(row.text(column.phone), reading.home) }))
  const owners = ownersOf(read, reading.home)
  for (const { column, phones } of read) {
    for (const [phone, relation] of mobilesOf(row, reading, { column, phones }, owners))
      if (!linked.has(phone)) linked.set(phone, relation)
    const known = ofRecord(row, reading, column, phones)
    if (known && !named.some(({ key }) => key === known.key)) named.push(known)
    if (!isNamed(row, column)) mustBeNamed(row, column)
  }
  return { phones: [...linked.keys()], relations: [...linked.values()], guardians: named.length > 0 ? named : null }
}

type ColumnRead = { column: Column; phones: string[] }

/** Whose each mobile is: the father's cell may repeat the mother's number; it is hers. */
function ownersOf(read: readonly ColumnRead[], home: string) {
  const owners = new Map<string, Column>()
  for (const { column, phones } of read.toReversed()) {
    const own = mobileIn(phones[0] ?? '', home)
    if (own !== null) owners.set(own, column)
  }
  return owners
}

/** The mobiles of a column that are to be linked, each with its relation. */
function mobilesOf(row: RowCells, reading: Reading, { column, phones }: ColumnRead, owners: Map<string, Column>) {
  const relationOf = relationsIn(row, reading, column)
  const linked: [phone: string, relation: string][] = []
  for (const [nth, text] of phones.entries()) {
    if (isMisspeltMobile(text, reading.home))
      row.fault(column.phone, 'A mobile number has 11 digits; correct it or add its country code')
    // Nobody is invited; the record takes the phones of the guardians that it names.
    if (!reading.invites) break
    const phone = mobileOf(row, reading, column, text)
    // A landline, or a number of a country that was not named, is good enough for the record.
    if (phone === null && isForRecord(text)) continue
    if (phone === null) row.fault(column.phone, 'Invalid Phone Number!')
    const owner = phone !== null && owners.get(phone)
    if (nth > 0 && owner && owner !== column) continue
    const relation = relationOf(nth)
    if (phone !== null && relation !== null) linked.push([phone, relation])
  }
  return linked
}

/**
 * A guardian as stored in the official record. Without a name it is one only for a phone that nobody can be invited by, or for a job where the
 * table has no names of guardians, and is called by the column.
 */
function ofRecord(row: RowCells, reading: Reading, column: Column, phones: string[]): GuardianRead | null {
  const hasName = isNamed(row, column)
  const hasJob = hasName || (!hasColumnOfName(row, column) && row.says(column.job))
  const landline = column.landline ? row.value(column.landline, anyPhone, 'Invalid Phone Number!') : null
  const isInvited = (text: string) => reading.invites && mobileOf(row, reading, column, text) !== null
  // Mobiles beyond the first are invited.
  const kept = phones.filter((text, nth) => isForRecord(text) && (!isInvited(text) || (hasJob && nth === 0)))
  const written = [...new Set([...kept.map(phoneOfRecord), landline])]
  const phone = written.filter((one) => one !== null).join(' / ')
  if (phone.length > 40) row.fault(column.phone, 'The record has room for three phones of a guardian; leave three here')
  if (!hasJob && phone === '') return null
  const job = hasJob ? textIn(row, column.job, 1, 100) : null
  const name = hasName ? nameIn(row, column) : nameless(row, column)
  const relation = relationsIn(row, reading, column, { usual: 'guardian' })(0)
  if (name === null || relation === null) return null
  const may = row.value(column.may, guardianMayIn, 'This is not one of the choices')
  return { name, key: fold(name), relation, job, phone: phone || null, ...(may && { may }) }
}

const hasColumnOfName = (row: RowCells, { name, last }: Column) => row.at(name) !== null || row.at(last) !== null

const isNamed = (row: RowCells, { name, last }: Column) => row.says(name) || row.says(last)

/** The name, in one column or in two; each of two may be a single letter. */
function nameIn(row: RowCells, { name, last }: Column) {
  if (!row.says(last)) return textIn(row, name, 2, 200)
  const parts = [name, last].map((one) => (row.says(one) ? textIn(row, one, 1, 100) : ''))
  return parts.includes(null) ? null : parts.filter(Boolean).join(' ')
}

/** What a guardian is called of whom only a phone is known, in the language of the student's name. */
function nameless(row: RowCells, { phone }: Column) {
  const words = { fatherPhone: ['الأب', 'Father'], motherPhone: ['الأم', 'Mother'] }[phone as 'fatherPhone']
  const [arabic, english] = words ?? ['ولي الأمر', 'Guardian']
  const nth = /[23]$/.exec(phone)?.[0]
  const isArabic = /[\u0621-\u064a]/.test(`${row.text('fullName')}${row.text('firstName')}`)
  return [isArabic ? arabic : english, nth].filter(Boolean).join(' ')
}

/** The mobile that somebody can be invited by. Nobody is asked whose it is because of digits that only may be a number of another country. */
function mobileOf(row: RowCells, { relationId, home }: Reading, { relation }: Column, text: string) {
  const isKnown = isFixed(relation) || relationId !== null || row.says(relation)
  return (isKnown ? mobileIn : mobileWritten)(text, home)
}

/** A phone of the record has enough digits to be one. */
const isForRecord = (text: string) => anyPhone(text) !== null && text.replace(/[^\d٠-٩]/g, '').length >= 6

/** Egyptian mobiles as accounts have them, and any other phone as it is written. */
const phoneOfRecord = (text: string) => /^01/.exec(mobileIn(text) ?? '')?.input ?? anyPhone(text)

/** A job without a name belongs to nobody, where other rows have names. */
function mustBeNamed(row: RowCells, column: Column) {
  const { name, job } = column
  if (row.says(job) && hasColumnOfName(row, column))
    row.fault(row.at(name) === null ? job : name, 'Write the name of this guardian')
}

const isFixed = (relation: Column['relation']) => relation === 'father' || relation === 'mother'

/** The relation of each guardian of a column. `usual`: the relation if the row gives none. */
function relationsIn(row: RowCells, reading: Reading, { phone, relation }: Column, { usual }: { usual?: string } = {}) {
  const relations = isFixed(relation) ? [relation] : relationsOf(row.text(relation), reading)
  const columns = { column: isFixed(relation) ? phone : relation, phone }
  return (nth: number) => {
    const text = relations[nth] ?? (relations.length === 1 ? relations[0] : undefined)
    return relationIn(row, reading, text ?? (reading.relationId ? undefined : usual), columns)
  }
}

/** «أب - أم» are two, unless a relation of the school is called so. */
const relationsOf = (cell: string, { relationNamed }: Reading) =>
  severalIn(cell).flatMap((part) => (relationNamed(part) ? [part] : part.split(/\s+(?:[-\u2010-\u2015+&]|و|and)\s+/)))

function relationIn(
  row: RowCells,
  { relationId, relationNamed: named }: Reading,
  text: string | undefined,
  { column, phone }: { column: Meaning; phone: Meaning },
) {
  if (text === undefined || text === '')
    return relationId ?? row.fault(row.at(column) === null ? phone : column, 'Choose the relation')

  const found = named(text)
  if (found) return found
  if (!row.unknownNames.some(({ name }) => name === text)) row.unknownNames.push({ kind: 'relation', name: text })
  return row.fault(column, 'There is no relation of this name')
}
