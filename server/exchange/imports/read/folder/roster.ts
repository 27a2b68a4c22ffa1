import type { ImportSource } from '#server/exchange/imports/imports.queries.ts'
import type { byKey } from './lines.ts'

export type FolderSource = Exclude<ImportSource, 'table'>

/** The parts of an official record that a folder may contain, named by their meanings. */
export const recordParts = [
  'officialName',
  'latinFirst',
  'latinMiddle',
  'latinLast',
  'nationalNumber',
  'sex',
  'nationality',
  'religion',
  'birthPlace',
  'address',
  'seatNumber',
  'admittedOn',
  'admittedFrom',
  'admissionPaper',
  'otherNumber',
] as const

/** A person of a folder. One may be a teacher and a parent. */
export type RosterPerson = {
  row: number
  id: string
  orgs: readonly string[]
  roles: readonly string[]
  names: [first: string, middle: string, last: string]
  phone: string
  email: string
  grade: string
  birthDate: string
  record: Partial<Record<(typeof recordParts)[number], string>>
}

/** `home`: the class whose students attend this one, if the folder names it. */
export type RosterClass = {
  id: string
  title: string
  isHome: boolean
  home: string
  grade: string
  course: { id: string; title: string }
}

export type RosterGuardian = { name: string; phone: string; relation: string; job: string; may: string }

export type RosterSession = { id: string; title: string; type: string; from: string; to: string; parent: string }

/** What every format contains, each in its own files. */
export type Roster = {
  source: FolderSource
  /** Schools by their ids. */
  schools: ReadonlyMap<string, string>
  people: RosterPerson[]
  classes: ReadonlyMap<string, RosterClass>
  learning: ReturnType<typeof byKey<string>>
  /** Who teaches in which class. */
  teaching: { classId: string; personId: string }[]
  guardians: ReturnType<typeof byKey<RosterGuardian>>
  courses: { id: string; title: string; description: string; language: string }[]
  sessions: RosterSession[]
}

export const isStudent = ({ roles }: RosterPerson) => roles.includes('student')

/** Whether a person works at a school. People with any other role are relatives of students. */
export const isStaff = ({ roles }: RosterPerson) => roles.some((role) => staffRoles.test(role))

const staffRoles = /teacher|faculty|staff|admin|principal|aide|proctor|counsel|registrar|lecturer|professor|substitute/

/** The relation that a role of these formats means, in the words that an import knows. */
export const relationOf = (role: string) => /father|mother/i.exec(role)?.[0].toLowerCase() ?? 'guardian'

/** The formats also list people who are connected with a child but are no guardians. */
export const isGuardianRole = (role: string) => !/aide|doctor|dentist|counsel|teacher|student/i.test(role)

export const fullNameOf = ([first, middle, last]: RosterPerson['names']) =>
  [first, middle, last].filter(Boolean).join(' ')
