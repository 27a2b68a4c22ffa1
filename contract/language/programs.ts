import type { Permission } from './permissions.ts'

/**
 * What a school allows a program to read with a key, and the keys of a person that it takes: who makes the key must hold them, and once they
 * do not any more the key opens nothing. `contacts`: also numbers and addresses of staff.
 */
export const programScopes = {
  roster: ['ViewSchoolStudentsList'],
  contacts: ['ViewSchoolStudentsList', 'ViewTeachersList'],
  attendance: ['ViewSchoolStudentsList', 'ViewAttendanceList'],
  results: ['ViewSchoolStudentsList', 'ViewExams'],
  calendar: ['ViewSchoolStudentsList'],
} as const satisfies Record<string, readonly Permission[]>

export type ProgramScope = keyof typeof programScopes

export const scopeNames = Object.keys(programScopes) as ProgramScope[]

/** How a secret of a program begins. */
export const programPrefix = 'kk_'

type Opened = { readonly scope: ProgramScope; readonly without?: readonly string[] }

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
}
