import { invalid } from '#server/call/errors.ts'
import type { FileRow } from './read-file.ts'
import { nameParts } from './words.ts'

export type FolderTable = { source: 'oneRoster' | 'schoolDataSync'; rows: FileRow[] }

type Files = Record<string, FileRow[]>
type Line = { row: number; of: (...headings: string[]) => string }

/**
 * A folder of OneRoster 1.1 or 1.2, or of Microsoft School Data Sync 1 or 2.1, as one table of students: their names, class,
 * birth date and guardians. Throws 400 when it is none of them.
 */
export function tableOfFolder(files: Files): FolderTable {
  if (files.student && files.school) return { source: 'schoolDataSync', rows: firstSds(files) }
  if (!files.users) throw invalid('The folder has no list of students')
  // Only School Data Sync has the relationships in a file of their own, and OneRoster has a manifest.
  const source = files.relationships || (!files.manifest && files.roles) ? 'schoolDataSync' : 'oneRoster'
  return { source, rows: ofUsers(files) }
}

const headings = [
  'School',
  'First name',
  'Middle name',
  'Last name',
  'Class',
  'Grade',
  'Birth date',
  'Phone',
  'Relation',
]

type Student = {
  row: number
  school: string
  names: [string, string, string]
  className: string
  grade: string
  birthDate: string
  guardians: readonly { phone: string; relation: string }[]
}

/** The first row names the columns; every student keeps the row number of their own file. */
function table(students: Student[]): FileRow[] {
  if (students.length === 0) throw invalid('The folder has no list of students')
  const rows = students.map(({ row, school, names, className, grade, birthDate, guardians: all }) => {
    // One more than a student may have: enough for a refusal.
    const guardians = all.slice(0, 11)
    return {
      row,
      cells: [
        school,
        ...threeNames(names),
        className,
        grade,
        birthDate,
        guardians.map(({ phone }) => phone).join(', '),
        guardians.map(({ relation }) => relation || 'guardian').join(', '),
      ],
    }
  })
  return [{ row: 1, cells: headings }, ...rows]
}

/**
 * School Data Sync 2.1 has no middle name, and elsewhere it may be left out: then it is a part of one of the others.
 */
const threeNames = (names: Student['names']) => (names[1] === '' ? (nameParts(names.join(' ')) ?? names) : names)

/** OneRoster and School Data Sync 2.1: users, their roles, their classes, their guardians. */
function ofUsers(files: Files): FileRow[] {
  const users = live(lines(files.users))
  const roles = new Map<string, { role: string; org: string; grade: string }>()
  for (const line of live(lines(files.roles))) {
    const id = line.of('userSourcedId')
    if (!roles.has(id)) roles.set(id, { role: line.of('role'), org: line.of('orgSourcedId'), grade: line.of('grade') })
  }
  const roleOf = (user: Line) => (user.of('role') || roles.get(user.of('sourcedId'))?.role || '').toLowerCase()
  const byId = new Map(users.map((user) => [user.of('sourcedId'), user]))
  const guardianIds = guardianLinks(files, users)
  const classOf = classesOf(files)
  const births = new Map(lines(files.demographics).map((line) => [idOf(line), line.of('birthDate')]))
  const schools = new Map(lines(files.orgs).map((line) => [line.of('sourcedId'), line.of('name')]))

  const students = users.filter((user) => roleOf(user) === 'student')
  return table(
    students.map((user) => {
      const id = user.of('sourcedId')
      const role = roles.get(id)
      const org = user.of('primaryOrgSourcedId', 'orgSourcedIds').split(',')[0] || role?.org || ''
      return {
        row: user.row,
        school: schools.get(org.trim()) ?? '',
        names: [user.of('givenName'), user.of('middleName'), user.of('familyName')],
        className: classOf(id),
        grade: user.of('grades', 'grade') || role?.grade || '',
        birthDate: births.get(id) || user.of('birthDate'),
        guardians: [...(guardianIds.get(id) ?? [])].flatMap(([guardian, relation]) => {
          const found = byId.get(guardian)
          const phone = found?.of('sms', 'phone', 'mobile') ?? ''
          return phone ? [{ phone, relation: relation || relationOf(found ? roleOf(found) : '') }] : []
        }),
      }
    }),
  )
}

/** The guardians of each student, whichever of the two files links them. */
function guardianLinks(files: Files, users: Line[]) {
  const links = new Map<string, Map<string, string>>()
  const link = (student: string, id: string, relation: string) => {
    if (!links.has(student)) links.set(student, new Map())
    const known = links.get(student)!
    if (student && id && !known.has(id)) known.set(id, relation)
  }
  for (const line of live(lines(files.relationships)))
    link(line.of('userSourcedId'), line.of('relationshipUserSourcedId'), relationOf(line.of('relationshipRole')))
  for (const user of users)
    for (const agent of user.of('agentSourcedIds', 'agents').split(',')) {
      link(user.of('sourcedId'), agent.trim(), '')
      link(agent.trim(), user.of('sourcedId'), '')
    }
  return links
}

/** What these formats call a guardian, in the words an import knows. */
const relationOf = (role: string) =>
  /father|mother/i.exec(role)?.[0].toLowerCase() ?? (role === '' || /parent|guardian/i.test(role) ? 'guardian' : role)

/** The class of a student: the homeroom, otherwise the only class they are enrolled in. */
function classesOf(files: Files) {
  const classes = new Map(
    live(lines(files.classes)).map((line) => [
      line.of('sourcedId'),
      { title: line.of('title', 'name'), home: /home/i.test(line.of('classType', 'type')) },
    ]),
  )
  const enrolled = several<string>()
  for (const line of live(lines(files.enrollments)))
    if (/^student$/i.test(line.of('role') || 'student'))
      enrolled.add(line.of('userSourcedId'), line.of('classSourcedId'))
  return (student: string) => {
    const own = enrolled.of(student).flatMap((id) => classes.get(id) ?? [])
    return (own.find(({ home }) => home) ?? (own.length === 1 ? own[0] : undefined))?.title ?? ''
  }
}

/** School Data Sync 1: School, Section, Student, StudentEnrollment, User and GuardianRelationship. */
function firstSds(files: Files): FileRow[] {
  const schools = new Map(lines(files.school).map((line) => [line.of('SIS ID'), line.of('Name')]))
  const sections = new Map(lines(files.section).map((line) => [line.of('SIS ID'), line.of('Section Name')]))
  const enrolled = several<string>()
  for (const line of lines(files.studentenrollment)) enrolled.add(line.of('SIS ID'), line.of('Section SIS ID'))
  const phones = new Map(lines(files.user).map((line) => [line.of('Email'), line.of('Phone', 'Mobile')]))
  const guardians = several<Student['guardians'][number]>()
  for (const line of lines(files.guardianrelationship)) {
    const phone = phones.get(line.of('Email')) || line.of('Phone')
    if (phone) guardians.add(line.of('SIS ID'), { phone, relation: relationOf(line.of('Role')) })
  }
  return table(
    lines(files.student).map((line) => {
      const id = line.of('SIS ID')
      const own = enrolled.of(id)
      return {
        row: line.row,
        school: schools.get(line.of('School SIS ID')) ?? '',
        names: [line.of('First Name'), line.of('Middle Name'), line.of('Last Name')],
        className: own.length === 1 ? (sections.get(own[0]!) ?? '') : '',
        grade: line.of('Grade'),
        birthDate: line.of('Birthdate', 'Birth Date', 'Date of Birth'),
        guardians: guardians.of(id),
      }
    }),
  )
}

/** Several values by a key. A hostile file may have a hundred thousand for one key: they are never copied. */
function several<T>() {
  const all = new Map<string, T[]>()
  return {
    add: (key: string, value: T) => void (all.get(key)?.push(value) ?? all.set(key, [value])),
    of: (key: string): readonly T[] => all.get(key) ?? [],
  }
}

const idOf = (line: Line) => line.of('userSourcedId', 'sourcedId')

/** Rows that are not marked as deleted. */
const live = (all: Line[]) => all.filter((line) => !/^(tobedeleted|inactive)$/i.test(line.of('status')))

/** The rows of a file below its heading, read by the headings with any case, spaces and small mistakes. */
function lines(rows: FileRow[] | undefined): Line[] {
  const [heading, ...below] = rows ?? []
  if (!heading) return []
  const at = new Map(heading.cells.map((cell, position) => [plain(cell), position]))
  // Every row looks up the same few headings.
  const positions = new Map<string, number>()
  const positionOf = (name: string) => {
    if (!positions.has(name)) positions.set(name, at.get(plain(name)) ?? -1)
    return positions.get(name)!
  }
  return below.map(({ row, cells }) => ({
    row,
    of: (...names) => names.map((name) => cells[positionOf(name)]).find(Boolean) ?? '',
  }))
}

const plain = (heading: string) => heading.toLowerCase().replace(/[^a-z0-9]/g, '')
