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
import type { RosterFieldKind } from './page.queries.ts'

/** A field of OneRoster that can be filtered and sorted by, with its column. */
export type RosterField = { column: string; kind: RosterFieldKind }

/** What the mapping of a page needs besides its rows. */
export type Beside = {
  schoolId: string
  yearId: string | null
  terms: readonly string[]
  agents: ReadonlyMap<string, string[]>
}

/** A row of a query, with texts, days and moments. */
export type RowOfRoster = Readonly<Record<string, string | null>>

export type CollectionOfRoster = {
  rows: (shown: Shown) => CollectionRows
  /** The rows of the collection that are meant, where several collections share them: a column and its value. */
  only?: readonly [column: string, value: string]
  fields: Readonly<Record<string, RosterField>>
  written: (row: RowOfRoster, beside: Beside) => Partial<RosterRowOf>
}

export const inText = (column: string): RosterField => ({ column, kind: 'text' })
export const inDays = (column: string): RosterField => ({ column, kind: 'day' })

export const fieldsOfEvery = {
  sourcedId: inText('sourcedId'),
  status: inText('status'),
  dateLastModified: { column: 'dateLastModified', kind: 'moment' as const },
}

export const rowLink = (type: string, id: string | null | undefined) => (id ? { sourcedId: id, type } : undefined)
const text = (value: string | null | undefined) => value || undefined
const oneOf = (value: string | null | undefined) => (value ? [value] : undefined)

const orgs: CollectionOfRoster = {
  rows: orgRows,
  fields: { ...fieldsOfEvery, name: inText('name'), type: inText('type'), identifier: inText('identifier') },
  written: ({ name, type, identifier }) => ({ name: text(name), type: text(type), identifier: text(identifier) }),
}

const academicSessions: CollectionOfRoster = {
  rows: sessionRows,
  fields: {
    ...fieldsOfEvery,
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
    parent: rowLink('academicSession', parentId),
  }),
}

const courses: CollectionOfRoster = {
  rows: courseRows,
  fields: { ...fieldsOfEvery, title: inText('title'), courseCode: inText('courseCode'), subjects: inText('subjects') },
  written: ({ title, courseCode, subjects }, { schoolId, yearId }) => ({
    title: text(title),
    courseCode: text(courseCode),
    subjects: oneOf(subjects),
    schoolYear: rowLink('academicSession', yearId),
    org: rowLink('org', schoolId),
  }),
}

const classes: CollectionOfRoster = {
  rows: classRows,
  fields: {
    ...fieldsOfEvery,
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
    course: rowLink('course', courseId),
    school: rowLink('org', schoolId),
    terms: (terms.length > 0 ? terms : [yearId]).flatMap((id) => rowLink('academicSession', id) ?? []),
  }),
}

const enrollments: CollectionOfRoster = {
  rows: enrollmentRows,
  fields: {
    ...fieldsOfEvery,
    role: inText('role'),
    primary: inText('primary'),
    'user.sourcedId': inText('userId'),
    'class.sourcedId': inText('classId'),
  },
  written: ({ role, primary, userId, classId }, { schoolId }) => ({
    role: text(role),
    primary: text(primary),
    user: rowLink('user', userId),
    class: rowLink('class', classId),
    school: rowLink('org', schoolId),
  }),
}

const users: CollectionOfRoster = {
  rows: userRows,
  fields: {
    ...fieldsOfEvery,
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
    roles: [{ roleType: 'primary', role: String(row['role']), org: rowLink('org', schoolId)! }],
    agents: agents.get(String(row['sourcedId']))?.map((id) => rowLink('user', id)!),
    primaryOrg: rowLink('org', schoolId),
    metadata: row['mergedId'] ? { mergedIntoSourcedId: row['mergedId'] } : undefined,
  }),
}

const demographics: CollectionOfRoster = {
  rows: demographicRows,
  fields: { ...fieldsOfEvery, birthDate: inDays('birthDate'), sex: inText('sex'), cityOfBirth: inText('cityOfBirth') },
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
