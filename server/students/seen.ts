import type { Permission } from '#contract/language/permissions.ts'
import type { Reach } from '#server/access/reach.ts'
import type { Sees } from './students.queries.ts'

/** What of a student a reader sees: parents no code and no payment, staff the birth date who keep students' information. */
export function seenBy(reach: Reach, may: (key: Permission) => boolean): Sees {
  if (reach.of === 'children') return { office: false, birthDate: true, leaving: false }
  const keeps = may('UpdateStudentInfo') || may('AssignStudentToSchool')
  return { office: true, birthDate: keeps, leaving: keeps }
}
