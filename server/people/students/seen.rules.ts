import type { Permission } from '#contract/language/permissions.ts'
import type { Reach } from '#server/db/reach.ts'
import type { Sees } from './students.queries.ts'

/**
 * Which fields of a student a reader sees: parents see no code and no payment; staff see the birth date if they manage student information.
 */
export function seenBy(reach: Reach, may: (key: Permission) => boolean): Sees {
  if (reach.of === 'children') return { office: false, birthDate: true, leaving: false }
  const keeps = may('UpdateStudentInfo') || may('AssignStudentToSchool')
  return { office: true, birthDate: keeps, leaving: keeps }
}
