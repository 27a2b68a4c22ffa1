import { phoneOf } from '#contract/language/phones.ts'
import { rosterName } from '#server/exchange/roster/mapping.queries.ts'
import { isParentRelation } from '#server/exchange/roster/mapping.rules.ts'
import { gradeCode } from '#server/school/grades/grade-names.rules.ts'
import type { SchoolContent } from './folder.queries.ts'
import { grouped } from './grouped.ts'
import { record, recordHeading } from './records.ts'

/** People with their roles, and the official records of the students. A guardian is written once for each student. */
export function usersOf(content: SchoolContent) {
  const { school, classes, teachers, students, guardians, ownFields, former } = content
  const gradeOf = new Map(classes.map(({ id, gradeName }) => [id, gradeCode(gradeName)]))
  const ofStudent = grouped(guardians, ({ studentId }) => studentId)
  const role = (id: string, name: string) => record(`${id}.role`, id, 'primary', name, '', '', school.id, '')
  const columns = [
    ...recordColumns,
    ...guardianColumns,
    ...(former ? ['leftOn'] : []),
    ...ownFields.map(({ name }) => `own.${name}`),
  ]
  const written = (person: Person) => user(school.id, columns, person)
  return {
    people: [
      recordHeading(...userColumns, ...columns.map((name) => `metadata.${name}`)),
      ...students.map(({ ownValues, ...student }) =>
        written({
          ...student,
          username: student.code,
          identifier: student.code,
          agents: (ofStudent.get(student.id) ?? []).map(({ id }) => id).join(','),
          grade: gradeOf.get(student.classRoomId) ?? '',
          metadata: {
            ...student,
            ...Object.fromEntries(ownFields.map(({ id, name }) => [`own.${name}`, ownValues[id]])),
          },
        }),
      ),
      ...teachers.map((teacher) =>
        written({ ...teacher, username: rosterName('staff', teacher.id), phone: teacher.phoneNumber }),
      ),
      ...guardians.map((guardian) => {
        const [firstName = '', ...others] = guardian.name.split(' ')
        const lastName = others.join(' ')
        const username = rosterName('guardian', guardian.id)
        return written({ ...guardian, username, firstName, middleName: '', lastName, metadata: guardian })
      }),
    ],
    roles: [
      recordHeading(
        'userSourcedId',
        'roleType',
        'role',
        'beginDate',
        'endDate',
        'orgSourcedId',
        'userProfileSourcedId',
      ),
      ...students.map(({ id }) => role(id, 'student')),
      ...teachers.map(({ id }) => role(id, 'teacher')),
      ...guardians.map(({ id, relationName }) => role(id, isParentRelation(relationName) ? 'parent' : 'guardian')),
    ],
    demographics: [
      demographicsHeading,
      ...students.map(({ id, birthDate, sex, birthPlace }) =>
        record(id, birthDate, sex, '', '', '', '', '', '', '', '', '', birthPlace, ''),
      ),
    ],
  }
}

/** The fields of the official record and of guardians for which OneRoster has no columns. */
const recordColumns = [
  'officialName',
  'latinFirst',
  'latinMiddle',
  'latinLast',
  'nationalNumber',
  'nationality',
  'religion',
  'address',
  'seatNumber',
  'admittedOn',
  'admittedFrom',
  'admissionPaper',
  'otherNumber',
] as const
const guardianColumns = ['relationName', 'job', 'livesWith', 'mayFetch', 'maySee'] as const

const userColumns = [
  'enabledUser',
  'username',
  'userIds',
  'givenName',
  'familyName',
  'middleName',
  'identifier',
  'email',
  'sms',
  'phone',
  'agentSourcedIds',
  'grades',
  'password',
  'userMasterIdentifier',
  'resourceSourcedIds',
  'preferredGivenName',
  'preferredMiddleName',
  'preferredFamilyName',
  'primaryOrgSourcedId',
  'pronouns',
] as const

const demographicsHeading = recordHeading(
  'birthDate',
  'sex',
  'americanIndianOrAlaskaNative',
  'asian',
  'blackOrAfricanAmerican',
  'nativeHawaiianOrOtherPacificIslander',
  'white',
  'demographicRaceTwoOrMoreRaces',
  'hispanicOrLatinoEthnicity',
  'countryOfBirthCode',
  'stateOfBirthAbbreviation',
  'cityOfBirth',
  'publicSchoolResidenceStatus',
)

type Person = {
  id: string
  active?: boolean
  username: string
  firstName: string
  middleName: string | null
  lastName: string
  identifier?: string
  email?: string | null
  phone?: string | null
  agents?: string
  grade?: string
  /** By the names of further columns; other fields of it are not written. */
  metadata?: object
}

/** A phone number that receives messages is written in both phone columns. */
function user(schoolId: string, columns: readonly string[], person: Person) {
  const { id, active = true, username, firstName, middleName, lastName, metadata = {} } = person
  const { identifier, email, phone, agents, grade } = person
  const sms = phone && phoneOf(phone) ? phone : ''
  const own = [
    String(active),
    username,
    '',
    firstName,
    lastName,
    middleName,
    identifier,
    email,
    sms,
    phone,
    agents,
    grade,
  ]
  const more = columns.map((name) => (metadata as Record<string, string | null | undefined>)[name])
  return record(id, ...own, '', '', '', '', '', '', schoolId, '', ...more)
}
