import { phoneOf } from '#contract/language/phones.ts'
import { gradeCode } from '#server/school/grades/grade-names.rules.ts'
import type { SchoolContent } from './folder.queries.ts'
import { grouped } from './grouped.ts'
import { record, recordHeading } from './records.ts'

/** People with their roles, and the official records of the students. A guardian is written once for each student. */
export function usersOf({ school, classes, teachers, students, guardians }: SchoolContent) {
  const gradeOf = new Map(classes.map(({ id, gradeName }) => [id, gradeCode(gradeName)]))
  const ofStudent = grouped(guardians, ({ studentId }) => studentId)
  const role = (id: string, name: string) => record(`${id}.role`, id, 'primary', name, '', '', school.id, '')
  return {
    people: [
      usersHeading,
      ...students.map((student) =>
        user(school.id, {
          ...student,
          identifier: student.code,
          agents: (ofStudent.get(student.id) ?? []).map(({ id }) => id).join(','),
          grade: gradeOf.get(student.classRoomId) ?? '',
          metadata: recordColumns.map((column) => student[column]),
        }),
      ),
      ...teachers.map((teacher) => user(school.id, { ...teacher, phone: teacher.phoneNumber })),
      ...guardians.map((guardian) => {
        const [firstName = '', ...others] = guardian.name.split(' ')
        return user(school.id, {
          id: guardian.id,
          firstName,
          middleName: '',
          lastName: others.join(' '),
          phone: guardian.phone,
          metadata: [...recordColumns.map(() => ''), ...guardianColumns.map((column) => guardian[column])],
        })
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
      ...guardians.map(({ id, relationName }) => role(id, isParent(relationName) ? 'parent' : 'guardian')),
    ],
    demographics: [
      demographicsHeading,
      ...students.map(({ id, birthDate, sex, birthPlace }) =>
        record(id, birthDate, sex, '', '', '', '', '', '', '', '', '', birthPlace, ''),
      ),
    ],
  }
}

const isParent = (relation: string) => /^(father|mother|الأب|الأم|أب|أم)$/i.test(relation)

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
] as const
const guardianColumns = ['relationName', 'job', 'livesWith', 'mayFetch', 'maySee'] as const

const usersHeading = recordHeading(
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
  ...[...recordColumns, ...guardianColumns].map((name) => `metadata.${name}`),
)

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
  firstName: string
  middleName: string | null
  lastName: string
  identifier?: string
  email?: string | null
  phone?: string | null
  agents?: string
  grade?: string
  metadata?: (string | null)[]
}

/** A phone number that receives messages is written in both phone columns. */
function user(schoolId: string, person: Person) {
  const { id, firstName, middleName, lastName, identifier, email, phone, agents, grade, metadata = [] } = person
  const sms = phone && phoneOf(phone) ? phone : ''
  const own = ['true', '', '', firstName, lastName, middleName, identifier, email, sms, phone, agents, grade]
  const cells = [...own, '', '', '', '', '', '', schoolId, '', ...metadata]
  const width = usersHeading.length - 3
  return record(id, ...Array.from({ length: width }, (_, at) => cells[at]))
}
