import * as z from 'zod/mini'
import { fold } from '#contract/language/fold.ts'
import { MiddleName, PartOfName } from '#contract/language/names.ts'
import { classesNamed } from './class-names.ts'
import { dayIn, shortHijriDay } from './dates.ts'
import type { Ground, Reading } from './reading.ts'
import { guardiansIn } from './read-guardians.ts'
import { healthIn, recordIn } from './read-record.ts'
import { forbiddenText, type RowCells, cellsByMeaning } from './row-cells.ts'
import type { RowRead } from '#server/exchange/imports/imports.queries.ts'
import { balanceOfRow } from '#server/exchange/imports/tables/read-balance.ts'
import { courseIn } from '#server/exchange/imports/tables/read-course.ts'
import { daysIn } from '#server/exchange/imports/days/read-days.ts'
import { marksIn } from '#server/exchange/imports/marks/read-marks.ts'
import { personIn } from '#server/exchange/imports/tables/read-staff.ts'
import type { TableGround } from '#server/exchange/imports/tables/table-kinds.ts'
import { codeIn, partsOfName, sameRelation, yesOrNo } from './words.ts'

/** Prepares the reading of many rows. Results are cached, because thousands of rows contain the same few classes, relations and names. */
export const readingOn = (ground: Ground): Reading => ({
  ...ground,
  classesNamed: remembered(classesNamed(ground)),
  relationNamed: remembered((name) => relationNamed(ground, name)),
  nameRead: remembered((name) => nameIn(PartOfName, name)),
  initialRead: remembered((name) => nameIn(MiddleName, name)),
})

/** A last name may be that of the grandfather alone. */
const nameOfFault = (row: RowCells, name: (typeof names)[number]) =>
  name === 'lastName' && row.at('lastName') === null ? 'grandfather' : name

/** The name of the grandfather stands before that of the family, or instead of it. */
const lastNameIn = (row: RowCells) => [row.text('grandfather'), row.text('lastName')].filter(Boolean).join(' ')

function nameIn(rule: typeof PartOfName, name: string) {
  if (plainName.test(name)) return { name, reason: '' }
  const read = z.safeParse(rule, name)
  return { name: read.data ?? null, reason: read.error?.issues[0]!.message ?? '' }
}

/** A name that breaks no rule. Counting displayed letters is slow, and in these names each character is one letter. */
const plainName = /^(?=.{2,100}$)[a-zء-غف-ي]+( [a-zء-غف-ي]+)*$/i

function remembered<T>(find: (one: string, other: string) => T) {
  const known = new Map<string, T>()
  return (one: string, other = '') => {
    const key = `${one}\n${other}`
    if (!known.has(key)) known.set(key, find(one, other))
    return known.get(key)!
  }
}

/** Reads the cells of one row. Never throws: a cell that cannot be read gets a fault. */
export function readRow(reading: Reading, cells: readonly string[]): RowRead {
  const row = cellsByMeaning(reading.columns, cells)
  if (reading.table) {
    const plan = planIn(row, reading, reading.table)
    return { ...nobody, plan, faults: row.faults, unknownNames: row.unknownNames }
  }
  const code = row.value('code', codeIn, 'A code begins with ST')
  const known =
    row.says('code') || (reading.kind !== 'students' && (row.says('nationalNumber') || row.says('otherNumber')))
  const [firstName = null, middleName = null, lastName = null] = namesIn(row, reading, known)
  const read = {
    code,
    firstName,
    middleName,
    lastName,
    classRoomId: classIn(row, reading, known),
    ...recordIn(row, reading, birthDateIn(row, reading)),
    health: healthIn(row),
    isPaid: row.value('isPaid', yesOrNo, 'Write yes or no'),
    ...guardiansIn(row, reading),
  }
  const plan = planOfStudent(row, reading)
  return { ...read, plan, faults: row.faults, unknownNames: row.unknownNames }
}

/** What a row brings of a student who is there. */
function planOfStudent(row: RowCells, reading: Reading) {
  if (reading.marks) return marksIn(row, reading.marks)
  return reading.days ? daysIn(row, reading.days, reading) : null
}

function planIn(row: RowCells, reading: Reading, table: TableGround) {
  if (reading.kind === 'courses') return courseIn(row, table)
  if (reading.kind === 'staff') return personIn(row, reading, table)
  return balanceOfRow(row, reading, table, () => classIn(row, reading, true))
}

/** The student fields of a row of staff, courses or balances. */
const nobody: Omit<RowRead, 'faults' | 'unknownNames'> = {
  code: null,
  firstName: null,
  middleName: null,
  lastName: null,
  classRoomId: null,
  birthDate: null,
  birthStated: false,
  isPaid: null,
  record: null,
  health: null,
  guardians: null,
  plan: null,
  phones: [],
  relations: [],
}

const names = ['firstName', 'middleName', 'lastName'] as const

/** A sentence that also says what is missing where the file has no such column. */
const missing: Partial<Record<(typeof names)[number], string>> = {
  firstName: 'The first name is missing',
  lastName: 'The last name is missing',
}

/** Sheets end with rows of sums and signatures, whose first cells are those of a student. */
const noName = 'This row has no name; leave it out if it is a total or a signature'

/** The three names, from their own columns or else from the full name; the middle one may be missing, and with a code all of them. */
function namesIn(row: RowCells, { nameRead, initialRead }: Reading, known: boolean): (string | null)[] {
  if (!names.every(row.says)) row.broken('fullName')
  const full = row.text('fullName').replace(/\s+/g, ' ')
  const parts = full === '' ? null : partsOfName(full)
  if (full !== '' && !parts && !row.says('firstName')) row.fault('fullName', 'Write the name with at least two parts')
  return names.map((name, nth) => {
    const own = (name === 'lastName' ? lastNameIn(row) : row.text(name)).replace(/\s+/g, ' ')
    const from = own === '' ? 'fullName' : nameOfFault(row, name)
    const text = own === '' ? (parts?.[nth] ?? '') : own
    if (text === '') {
      if (name === 'middleName' && !known) return ''
      if (!known && !parts) {
        const inFull = row.at(name) === null && row.at('fullName') !== null
        row.fault(inFull ? 'fullName' : name, inFull ? noName : missing[name]!)
      }
      return null
    }
    if (text.includes('\ufffd')) return row.fault(from, forbiddenText)
    const read = (name === 'middleName' ? initialRead : nameRead)(text)
    return read.name ?? row.fault(from, read.reason)
  })
}

function birthDateIn(row: RowCells, { dayOrder: order, hasHijri, today }: Reading) {
  const read = (text: string) => shortHijriDay(text, { hasHijri, today }) ?? dayIn(text, { order, today })
  const usable = (day: ReturnType<typeof read>): day is string =>
    day !== null && day !== 'unsure' && day !== 'twoCalendars' && day <= today
  return row.value(
    'birthDate',
    (text) => {
      const day = read(text)
      return usable(day) ? day : null
    },
    (text) => {
      const day = read(text)
      if (day === 'unsure') return 'Choose whether the day or the month stands first'
      if (day === 'twoCalendars') return 'This year may be of two calendars; write it with four digits'
      return day === null ? 'Invalid date' : 'This date cannot be used'
    },
  )
}

/** The class that a row names, else the one that was chosen for rows without a class. With a code it may be missing. */
function classIn(row: RowCells, reading: Reading, known: boolean) {
  const name = className(row)
  if (name === '')
    return known || reading.kind !== 'students'
      ? null
      : (reading.classRoomId ??
          row.fault('className', row.at('className') === null ? 'This row has no class' : 'Required'))

  const grade = row.text('gradeName')
  const found = reading.classesNamed(name, grade)
  if (found.length === 1) return found[0]!.id
  row.unknownNames.push({
    kind: 'class',
    name,
    ...(grade !== '' && { grade }),
    ...(found.length > 1 && { several: true }),
  })
  return row.fault(
    'className',
    found.length === 0 ? 'No class of the school has this name' : 'More than one class has this name; add the grade',
  )
}

/** A class may have a section of its own in each track: «المسار العلمي أ». Some systems repeat the track in the section. */
export function className(row: Pick<RowCells, 'text'>) {
  // Directories write the class as the end of a path: /Students/Grade 4/4A.
  const path = row.text('className')
  const [track, section] = [
    row.text('classTrack'),
    path.startsWith('/') ? (path.split('/').findLast(Boolean) ?? '') : path,
  ]
  return track === '' || section === '' || fold(section).startsWith(fold(track)) ? section : `${track} ${section}`
}

function relationNamed({ relations, names: given }: Ground, text: string) {
  const meant = given.find((one) => one.kind === 'relation' && fold(one.name) === fold(text))
  return (meant ?? relations.find(({ name }) => sameRelation(name, text)))?.id
}
