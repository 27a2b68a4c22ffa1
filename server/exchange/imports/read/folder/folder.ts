import { invalid } from '#server/base/errors.ts'
import type { Folder } from '#server/exchange/imports/beside/beside.queries.ts'
import type { FileRow } from '#server/exchange/imports/read/read-file.ts'
import { chosenAmong } from '#server/exchange/imports/read/sheets.ts'
import { nameParts } from '#server/exchange/imports/read/words.ts'
import { besideOf } from './beside.ts'
import { canvasRoster } from './canvas.ts'
import { classicRoster } from './classic.ts'
import { cleverRoster } from './clever.ts'
import { filesRead } from './files-read.ts'
import { goneFrom, isDelta } from './gone.ts'
import { guardianCells, guardianColumns } from './guardian-cells.ts'
import { type Home, homesOf } from './homes.ts'
import { type Files, hasColumn } from './lines.ts'
import { type FolderSource, isStudent, recordParts, type Roster, type RosterPerson } from './roster.ts'
import { usersRoster } from './users.ts'

export type FolderTable = { source: FolderSource; rows: FileRow[]; folder: Folder }

/**
 * A folder of OneRoster 1.1 or 1.2, of Microsoft School Data Sync 1, 2 or 2.1, of Clever or of Canvas; null for any other. Throws 400 if the
 * columns that connect its files are not there.
 */
export function rosterIn(files: Files): Roster | null {
  const has = (file: string, ...columns: string[]) => files[file] !== undefined && hasColumn(files[file], columns)
  if (files.student && files.school) return classicRoster(files)
  if (has('students', 'Student_id')) return cleverRoster(files)
  if (files.enrollments && has('users', 'user_id')) return canvasRoster(files)
  const isRoster = files.manifest || files.orgs || files.roles || has('users', 'sourcedId', 'givenName')
  return files.users && isRoster ? usersRoster(files) : null
}

/**
 * The students of a folder as one table, and what it contains besides. `numbers`: the chosen schools, if it has several. Throws 400 if nobody is
 * a student, and 409 with the schools if one must be chosen.
 */
export function tableOfRoster(roster: Roster, files: Files, numbers: number[] | null = null): FolderTable {
  const isOfSchool = schoolsChosen(roster, numbers)
  const homes = homesOf(roster)
  const students = roster.people.filter((person) => isStudent(person) && isOfSchool(person.orgs))
  if (students.length === 0) throw invalid('The folder has no list of students')
  return {
    source: roster.source,
    rows: table(roster, students, homes),
    folder: {
      files: filesRead(files, roster.source),
      beside: besideOf(roster, homes, isOfSchool),
      gone: goneFrom(files),
      isDelta: isDelta(files),
    },
  }
}

/** Whether a person belongs to the chosen schools. A folder with students of only one school needs no choice. */
function schoolsChosen({ people, schools }: Roster, numbers: number[] | null) {
  const counts = new Map<string, number>()
  // People of no school of the folder are a choice too, so that they are not left out unseen.
  const schoolsOf = (orgs: readonly string[]) => {
    const known = orgs.filter((org) => schools.has(org))
    return known.length > 0 ? known : ['']
  }
  for (const person of people)
    if (isStudent(person)) for (const org of schoolsOf(person.orgs)) counts.set(org, (counts.get(org) ?? 0) + 1)
  if (counts.size < (counts.has('') ? 3 : 2)) return () => true
  const nameOf = (id: string) => schools.get(id) ?? noSchool
  const choices = [...counts].map(([id, rows], nth) => ({ id, number: nth + 1, name: nameOf(id), rows }))
  const chosen = new Set(chosenAmong(choices, numbers, 'schools').map(({ id }) => id))
  return (orgs: readonly string[]) => schoolsOf(orgs).some((org) => chosen.has(org))
}

/** In both languages, because a file belongs to neither. */
const noSchool = 'بلا مدرسة / No school'

type Cells = Record<string, string>

/** The first row contains the meanings of those columns that any student has. Every student keeps the row number of their own file. */
function table(roster: Roster, students: RosterPerson[], homes: ReadonlyMap<string, Home>): FileRow[] {
  const rows = students.map(({ row, id, orgs, names, birthDate, record }) => {
    const { name = '', grade = '' } = homes.get(id) ?? {}
    const [firstName, middleName, lastName] = threeNames(names)
    const cells: Cells = {
      School: orgs.map((org) => roster.schools.get(org)).find(Boolean) ?? '',
      firstName,
      middleName,
      lastName,
      className: name,
      gradeName: grade,
      birthDate,
      ...guardianCells(roster.guardians.of(id)),
      ...record,
      sex: sexIn(record.sex ?? ''),
    }
    return { row, cells }
  })
  const used = columns.filter((column) => always.has(column) || rows.some(({ cells }) => cells[column]))
  return [
    { row: 1, cells: used },
    ...rows.map(({ row, cells }) => ({ row, cells: used.map((column) => cells[column] ?? '') })),
  ]
}

const always = new Set(['School', 'firstName', 'middleName', 'lastName', 'className', 'gradeName', 'birthDate'])
const columns: readonly string[] = [...always, ...guardianColumns, ...recordParts]

/** School Data Sync has no middle name, and other formats may leave it out. Then it is part of one of the other names. */
const threeNames = (names: RosterPerson['names']) => (names[1] === '' ? (nameParts(names.join(' ')) ?? names) : names)

/** The formats have more values than these two; the record has not. */
function sexIn(text: string) {
  if (/^m(ale)?$/i.test(text)) return 'male'
  return /^f(emale)?$/i.test(text) ? 'female' : ''
}
