import * as z from 'zod/mini'
import { fold } from '#contract/language/fold.ts'
import { PartOfName } from '#contract/language/names.ts'
import { type DayOrder, dayIn } from './dates.ts'
import type { Meaning } from './headings.ts'
import type { Fault, RowRead, UnknownName } from '#server/imports/imports.queries.ts'
import { codeIn, mobileIn, nameParts, sameRelation, severalIn, yesOrNo } from './words.ts'

/**
 * What rows are read against: the school's classes and relations, the meanings of the columns, and the answers of the
 * caller.
 */
export type Ground = {
  columns: ReadonlyMap<Meaning, number>
  classes: readonly { id: string; name: string; gradeName: string; active: boolean }[]
  relations: readonly { id: string; name: string }[]
  names: readonly { kind: 'class' | 'relation'; name: string; id: string }[]
  classRoomId: string | null
  relationId: string | null
  /** Whether guardians with a mobile number are asked to an account. */
  invites: boolean
  /** Whether the middle name may be missing, as in the folders of other systems. */
  twoNames: boolean
  /** How the column of birth dates is written; null where nothing decided it. */
  dayOrder: DayOrder | null
  today: string
}

/** The same, with the results for names that occur in many rows. */
export type Reading = Ground & {
  classesNamed: (name: string, grade: string) => Ground['classes']
  relationNamed: (name: string) => string | undefined
  nameRead: (name: string) => { name: string | null; reason: string }
}

/** Ready to read many rows: thousands of them name the same few classes, relations and names. */
export const readingOn = (ground: Ground): Reading => ({
  ...ground,
  classesNamed: remembered(classesNamed(ground)),
  relationNamed: remembered((name) => relationNamed(ground, name)),
  nameRead: remembered((name) => {
    if (plainName.test(name)) return { name, reason: '' }
    const read = z.safeParse(PartOfName, name)
    return { name: read.data ?? null, reason: read.error?.issues[0]!.message ?? '' }
  }),
})

/** A name that no rule objects to: counting what a reader takes for one letter takes long, and these are one each. */
const plainName = /^(?=.{2,100}$)[a-zء-غف-ي]+( [a-zء-غف-ي]+)*$/i

function remembered<T>(find: (one: string, other: string) => T) {
  const known = new Map<string, T>()
  return (one: string, other = '') => {
    const key = `${one}\n${other}`
    if (!known.has(key)) known.set(key, find(one, other))
    return known.get(key)!
  }
}

/** Reads the cells of one row. Never throws: what cannot be read is a fault of its cell. */
export function readRow(reading: Reading, cells: readonly string[]): RowRead {
  const row = rowOf(reading, cells)
  const code = row.value('code', codeIn, 'No student of the school has this code')
  const known = row.says('code')
  const [firstName = null, middleName = null, lastName = null] = namesIn(row, reading, known)
  const read = {
    code,
    firstName,
    middleName,
    lastName,
    classRoomId: classIn(row, reading, known),
    birthDate: birthDateIn(row, reading),
    isPaid: row.value('isPaid', yesOrNo, 'Write yes or no'),
    ...guardiansIn(row, reading),
  }
  return { ...read, faults: row.faults, unknownNames: row.unknownNames }
}

type Row = ReturnType<typeof rowOf>

function rowOf({ columns }: Reading, cells: readonly string[]) {
  const faults: Fault[] = []
  const unknownNames: UnknownName[] = []
  const at = (meaning: Meaning) => columns.get(meaning) ?? null
  const text = (meaning: Meaning) => cells[at(meaning) ?? -1] ?? ''
  const fault = (meaning: Meaning, reason: string) => {
    const position = at(meaning)
    if (!faults.some((one) => one.position === position)) faults.push({ position, reason })
    return null
  }
  /** The value of a cell; null for an empty or unreadable one. */
  function value<T>(meaning: Meaning, read: (text: string) => T | null, reason: string | ((text: string) => string)) {
    const cell = text(meaning)
    if (cell === '') return null
    if (cell.includes('\ufffd')) return fault(meaning, forbidden)
    return read(cell) ?? fault(meaning, typeof reason === 'string' ? reason : reason(cell))
  }
  return { at, text, says: (meaning: Meaning) => text(meaning) !== '', fault, value, faults, unknownNames }
}

const forbidden = 'This text contains characters that are not allowed'

const names = ['firstName', 'middleName', 'lastName'] as const

/** The three names, from columns of their own before the one of the full name. With a code they may be left out. */
function namesIn(row: Row, { nameRead, twoNames }: Reading, known: boolean): (string | null)[] {
  const full = row.text('fullName').replace(/\s+/g, ' ')
  const parts = full === '' ? null : nameParts(full)
  if (full !== '' && !parts && !names.every(row.says)) row.fault('fullName', 'Write the name with at least three parts')
  return names.map((name, nth) => {
    const own = row.text(name).replace(/\s+/g, ' ')
    const from = own === '' ? 'fullName' : name
    const text = own === '' ? (parts?.[nth] ?? '') : own
    if (text === '') {
      if (twoNames && name === 'middleName' && !known) return ''
      if (!known && !parts)
        row.fault(row.at(name) === null && row.at('fullName') !== null ? 'fullName' : name, 'Required')
      return null
    }
    if (text.includes('\ufffd')) return row.fault(from, forbidden)
    const read = nameRead(text)
    return read.name ?? row.fault(from, read.reason)
  })
}

function birthDateIn(row: Row, { dayOrder: order, today }: Reading) {
  return row.value(
    'birthDate',
    (text) => {
      const day = dayIn(text, { order, today })
      return day !== null && day !== 'unsure' && day <= today ? day : null
    },
    (text) => {
      const day = dayIn(text, { order, today })
      if (day === 'unsure') return 'Choose whether the day or the month stands first'
      return day === null ? 'Invalid date' : 'This date cannot be used'
    },
  )
}

/** The class a row names, else the one that was chosen for rows that name none. With a code none is needed. */
function classIn(row: Row, reading: Reading, known: boolean) {
  const name = row.text('className')
  if (name === '') return known ? null : (reading.classRoomId ?? row.fault('className', 'Required'))

  const found = reading.classesNamed(name, row.text('gradeName'))
  if (found.length === 1) return found[0]!.id
  const grade = row.text('gradeName')
  row.unknownNames.push({ kind: 'class', name, ...(grade !== '' && { grade }) })
  return row.fault(
    'className',
    found.length === 0 ? 'No class of the school has this name' : 'More than one class has this name; add the grade',
  )
}

/**
 * Finds classes by a name: first exactly, then with their grade before it and without the characters between the words.
 * Each row may name another class, so the classes are prepared once.
 */
function classesNamed({ classes, names: given }: Ground) {
  const known = classes.map((one) => ({
    one,
    name: fold(one.name),
    grade: bare(one.gradeName),
    bare: [bare(one.name), bare(one.gradeName + one.name)],
  }))
  const meant = new Map(given.flatMap(({ kind, name, id }) => (kind === 'class' ? [[fold(name), id] as const] : [])))
  return (name: string, ofGrade: string): Ground['classes'] => {
    const [wanted, short, long, grade] = [fold(name), bare(name), bare(ofGrade + name), bare(ofGrade)]
    if (meant.has(wanted)) return classes.filter(({ id }) => id === meant.get(wanted))
    const exact = known.filter((one) => one.name === wanted)
    const alike = exact.length > 0 ? exact : known.filter((one) => one.bare.includes(short) || one.bare.includes(long))
    const inGrade = alike.filter((one) => one.grade === grade)
    const narrowed = alike.length > 1 && inGrade.length > 0 ? inGrade : alike
    const active = narrowed.filter(({ one }) => one.active)
    return (active.length === 1 ? active : narrowed).map(({ one }) => one)
  }
}

const bare = (text: string) =>
  fold(text)
    .replace(/(^|\s)(الفصل|فصل|classroom|class)(?=\s|\d|$)/g, '')
    .replace(/[\s\-–_/\\.()]+/g, '')

const guardianColumns = [
  ['phone1', 'relation1'],
  ['phone2', 'relation2'],
  ['phone3', 'relation3'],
  ['fatherPhone', 'father'],
  ['motherPhone', 'mother'],
] as const

/**
 * Guardians by their phones, each once. A cell may contain several, and the relation beside it as many, or one for all.
 */
function guardiansIn(row: Row, reading: Reading) {
  const guardians = new Map<string, string>()
  if (!reading.invites) return { phones: [], relations: [] }
  for (const [phoneColumn, relationColumn] of guardianColumns) {
    const cell = severalIn(row.text(phoneColumn))
    const relations =
      relationColumn === 'father' || relationColumn === 'mother'
        ? [relationColumn]
        : severalIn(row.text(relationColumn))
    for (const [nth, text] of cell.entries()) {
      const phone = mobileIn(text)
      if (phone === null) row.fault(phoneColumn, 'Invalid Phone Number!')
      const relation = relationIn(row, reading, relations[nth] ?? (relations.length === 1 ? relations[0] : undefined), {
        column: relationColumn === 'father' || relationColumn === 'mother' ? phoneColumn : relationColumn,
        phoneColumn,
      })
      if (phone !== null && relation !== null && !guardians.has(phone)) guardians.set(phone, relation)
    }
  }
  return { phones: [...guardians.keys()], relations: [...guardians.values()] }
}

function relationIn(
  row: Row,
  { relationId, relationNamed: named }: Reading,
  text: string | undefined,
  { column, phoneColumn }: { column: Meaning; phoneColumn: Meaning },
) {
  if (text === undefined || text === '')
    return relationId ?? row.fault(row.at(column) === null ? phoneColumn : column, 'Choose the relation')

  const found = named(text)
  if (found) return found
  if (!row.unknownNames.some(({ name }) => name === text)) row.unknownNames.push({ kind: 'relation', name: text })
  return row.fault(column, 'There is no relation of this name')
}

function relationNamed({ relations, names: given }: Ground, text: string) {
  const meant = given.find((one) => one.kind === 'relation' && fold(one.name) === fold(text))
  return (meant ?? relations.find(({ name }) => sameRelation(name, text)))?.id
}
