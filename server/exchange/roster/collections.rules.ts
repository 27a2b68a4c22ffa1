import type { RosterCollection, RosterRowOf } from '#contract/exchange/roster/roster.ts'
import {
  classRows,
  type CollectionRows,
  courseRows,
  demographicRows,
  enrollmentRows,
  orgRows,
  sessionRows,
  type Shown,
  userRows,
} from './collections.queries.ts'
import type { RosterFieldKind } from './filter.rules.ts'

/** A field of OneRoster that can be filtered and sorted by, with its column. */
type RosterField = { column: string; kind: RosterFieldKind }

/** What the mapping of a page needs besides its rows. */
export type Beside = {
  schoolId: string
  yearId: string | null
  terms: readonly string[]
  agents: ReadonlyMap<string, string[]>
}

type Row = Readonly<Record<string, string | null>>
type Written = Partial<RosterRowOf>

export type CollectionOfRoster = {
  rows: (shown: Shown) => CollectionRows
  /** The rows of the collection that are meant, where several collections share them: a column and its value. */
  only?: readonly [column: string, value: string]
  fields: Readonly<Record<string, RosterField>>
  written: (row: Row, beside: Beside) => Written
}

const inText = (column: string): RosterField => ({ column, kind: 'text' })
const inDays = (column: string): RosterField => ({ column, kind: 'day' })

const ofEvery = {
  sourcedId: inText('sourcedId'),
  status: inText('status'),
  dateLastModified: { column: 'dateLastModified', kind: 'moment' as const },
}

const link = (type: string, id: string | null | undefined) => (id ? { sourcedId: id, type } : undefined)
const text = (value: string | null | undefined) => value || undefined
const oneOf = (value: string | null | undefined) => (value ? [value] : undefined)

const orgs: CollectionOfRoster = {
  rows: orgRows,
  fields: { ...ofEvery, name: inText('name'), type: inText('type'), identifier: inText('identifier') },
  written: ({ name, type, identifier }) => ({ name: text(name), type: text(type), identifier: text(identifier) }),
}

const academicSessions: CollectionOfRoster = {
  rows: sessionRows,
  fields: {
    ...ofEvery,
    title: inText('title'),
    type: inText('type'),
    startDate: inDays('startDate'),
    endDate: inDays('endDate'),
    schoolYear: inText('schoolYear'),
    'parent.sourcedId': inText('parentId'),
  },
  written: ({ title, type, startDate, endDate, schoolYear, parentId }) => ({
    title: text(title),
    type: text(type),
    startDate: text(startDate),
    endDate: text(endDate),
    schoolYear: text(schoolYear),
    parent: link('academicSession', parentId),
  }),
}

const courses: CollectionOfRoster = {
  rows: courseRows,
  fields: { ...ofEvery, title: inText('title'), courseCode: inText('courseCode'), subjects: inText('subjects') },
  written: ({ title, courseCode, subjects }, { schoolId, yearId }) => ({
    title: text(title),
    courseCode: text(courseCode),
    subjects: oneOf(subjects),
    schoolYear: link('academicSession', yearId),
    org: link('org', schoolId),
  }),
}

const classes: CollectionOfRoster = {
  rows: classRows,
  fields: {
    ...ofEvery,
    title: inText('title'),
    classType: inText('classType'),
    grades: inText('grades'),
    subjects: inText('subjects'),
    'course.sourcedId': inText('courseId'),
  },
  written: ({ title, classType, grades, subjects, courseId }, { schoolId, terms, yearId }) => ({
    title: text(title),
    classType: text(classType),
    grades: oneOf(grades),
    subjects: oneOf(subjects),
    course: link('course', courseId),
    school: link('org', schoolId),
    terms: (terms.length > 0 ? terms : [yearId]).flatMap((id) => link('academicSession', id) ?? []),
  }),
}

const enrollments: CollectionOfRoster = {
  rows: enrollmentRows,
  fields: {
    ...ofEvery,
    role: inText('role'),
    primary: inText('primary'),
    'user.sourcedId': inText('userId'),
    'class.sourcedId': inText('classId'),
  },
  written: ({ role, primary, userId, classId }, { schoolId }) => ({
    role: text(role),
    primary: text(primary),
    user: link('user', userId),
    class: link('class', classId),
    school: link('org', schoolId),
  }),
}

const users: CollectionOfRoster = {
  rows: userRows,
  fields: {
    ...ofEvery,
    username: inText('username'),
    enabledUser: inText('enabledUser'),
    identifier: inText('identifier'),
    givenName: inText('givenName'),
    middleName: inText('middleName'),
    familyName: inText('familyName'),
    email: inText('email'),
    phone: inText('phone'),
    sms: inText('phone'),
    grades: inText('grades'),
    role: inText('role'),
    'roles.role': inText('role'),
  },
  written: (row, { schoolId, agents }) => ({
    username: text(row['username']),
    enabledUser: text(row['enabledUser']),
    identifier: text(row['identifier']),
    givenName: text(row['givenName']),
    middleName: text(row['middleName']),
    familyName: text(row['familyName']),
    email: text(row['email']),
    phone: text(row['phone']),
    sms: text(row['phone']),
    grades: oneOf(row['grades']),
    roles: [{ roleType: 'primary', role: String(row['role']), org: link('org', schoolId)! }],
    agents: agents.get(String(row['sourcedId']))?.map((id) => link('user', id)!),
    primaryOrg: link('org', schoolId),
  }),
}

const demographics: CollectionOfRoster = {
  rows: demographicRows,
  fields: { ...ofEvery, birthDate: inDays('birthDate'), sex: inText('sex'), cityOfBirth: inText('cityOfBirth') },
  written: ({ birthDate, sex, cityOfBirth }) => ({
    birthDate: text(birthDate),
    sex: text(sex),
    cityOfBirth: text(cityOfBirth),
  }),
}

export const collectionsOfRoster: Readonly<Record<RosterCollection, CollectionOfRoster>> = {
  orgs,
  schools: orgs,
  academicSessions,
  terms: { ...academicSessions, only: ['type', 'term'] },
  gradingPeriods: { ...academicSessions, only: ['type', 'gradingPeriod'] },
  courses,
  classes,
  enrollments,
  users,
  students: { ...users, only: ['role', 'student'] },
  teachers: { ...users, only: ['role', 'teacher'] },
  demographics,
}
