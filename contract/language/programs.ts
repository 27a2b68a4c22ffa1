import type { Permission } from './permissions.ts'

/**
 * What a school allows a program to read with a key, and the keys of a person that it takes: who makes the key must hold them, and once they
 * do not any more the key opens nothing. `contacts`: also numbers and addresses of staff. `oneroster` reads classes and people by that standard,
 * with `records` also guardians, births and sex; `gradebook` reads work and its marks by it, as parents see them.
 */
export const programScopes = {
  roster: ['ViewSchoolStudentsList'],
  contacts: ['ViewSchoolStudentsList', 'ViewTeachersList'],
  attendance: ['ViewSchoolStudentsList', 'ViewAttendanceList'],
  results: ['ViewSchoolStudentsList', 'ViewExams'],
  calendar: ['ViewSchoolStudentsList'],
  oneroster: ['ViewSchoolStudentsList', 'ViewTeachersList'],
  records: ['ViewSchoolStudentsList', 'ViewStudentRecord'],
  gradebook: ['ViewSchoolStudentsList', 'ViewExams', 'ViewHomework', 'ViewActivities'],
  fees: ['ViewSchoolStudentsList', 'ViewFees'],
} as const satisfies Record<string, readonly Permission[]>

export type ProgramScope = keyof typeof programScopes

export const scopeNames = Object.keys(programScopes) as ProgramScope[]

/** How a secret of a program begins. */
export const programPrefix = 'kk_'

/** How a token begins that a program gets for its secret, and how many seconds it lives (OAuth 2, client credentials). */
export const tokenPrefix = 'kt_'
export const tokenLasts = 3600

/** The scopes of OneRoster by the ends of their addresses, with what a key must have for them. Others of its scopes are not given. */
export const oneRosterScopes: Readonly<Record<string, ProgramScope>> = {
  'or/v1p2/scope/roster-core.readonly': 'oneroster',
  'or/v1p2/scope/roster.readonly': 'oneroster',
  'or/v1p2/scope/roster-demographics.readonly': 'records',
  'or/v1p2/scope/gradebook-core.readonly': 'gradebook',
  'or/v1p2/scope/gradebook.readonly': 'gradebook',
}

/** How addresses of scopes of OneRoster begin. */
export const oneRosterScope = /^https?:\/\/purl\.imsglobal\.org\/spec\//

/** `also`: scopes that show more of the rows to a key that has them too. */
type Opened = {
  readonly scope: ProgramScope
  readonly also?: readonly ProgramScope[]
  readonly without?: readonly string[]
}

/** Who pays, what was written about it, and what is not settled yet. */
const feeFieldsOfPeople = ['payers', 'payerName', 'reason', 'reference', 'promises', 'proposals', 'grants', 'statement']

/**
 * The operations that programs may call, by path: with which scope, and without which fields of the rows, which they get as null or empty. All
 * others are closed to them. The browser does not need this list, hence it is not part of the declarations.
 */
export const openToPrograms: Readonly<Record<string, Opened>> = {
  'Grade/GetSchoolGrades': { scope: 'roster' },
  'ClassRoom/GetSchoolClasses': { scope: 'roster' },
  'SchoolCources/GetSchoolCources': { scope: 'roster' },
  'SchoolYear/GetSchoolYears': { scope: 'roster' },
  'Student/GetSchoolStudents': { scope: 'roster', without: ['leavingNote'] },
  'SchoolTeacher/GetSchoolTeachers': { scope: 'contacts' },
  'SchoolTeacherCourse/GetSchoolTeacherCoursesList': { scope: 'contacts' },
  'Attendance/GetSheets': { scope: 'attendance' },
  'Attendance/GetStudentsAttendences': { scope: 'attendance', without: ['note'] },
  'Result/GetStudentResult': { scope: 'results', without: ['remarks'] },
  'Calendar/GetYear': { scope: 'calendar' },
  'Calendar/GetDays': { scope: 'calendar' },
  'OneRoster/Read': { scope: 'oneroster', also: ['contacts', 'records'] },
  'OneRoster/ReadGradebook': { scope: 'gradebook' },
  'Fee/GetFamilies': { scope: 'fees' },
  'Fee/GetFamily': { scope: 'fees', without: feeFieldsOfPeople },
}
