import type { EachSchool } from '#contract/language/access-of-rights.ts'
import { type Access, type InSchool, wholeSchoolKey } from '#contract/language/access.ts'
import type { CallerSchool, RightsRow } from './caller.ts'

/** A person with their rights, such as the caller. */
export type Holder = { id: string; rights: RightsRow }

/** Whether a person's rights in a school are enough for an operation there. */
export const opens = (access: InSchool, school: CallerSchool) =>
  access.to === 'member' ||
  (access.all
    ? access.keys.every((key) => school.keys.includes(key))
    : access.keys.some((key) => school.keys.includes(key)))

/**
 * Whether a person might use an operation of a school at all: as staff of any school, as a parent, or for themselves. The school
 * itself is known only from the body.
 */
export const mayAnywhere = (access: Access, { rights }: { rights: RightsRow }) =>
  (access.to !== 'staff' && access.to !== 'member') ||
  access.orSelf !== null ||
  (readByParents(access) && rights.parentSchools.length > 0) ||
  rights.schools.some((school) => opens(access, school))

export const readByParents = ({ orParentOf, orAnyParent, orOwnChildren }: InSchool) =>
  orParentOf !== null || orAnyParent || orOwnChildren

type Declared<Access = InSchool> = { access: Access; writes: boolean; whileInactive: boolean }

/** Whether a person may use an operation in a school. For which of its rows, the domain decides. */
export function mayIn({ rights }: Holder, { access, writes, whileInactive }: Declared, schoolId: string): boolean {
  const school = schoolFor(rights, schoolId, writes)
  return school !== undefined && opens(access, school) && (school.active || whileInactive || !writes)
}

/** Like `mayIn`, for an operation that decides each element in its own school, or app-wide if the element names none. */
export function mayAt({ rights }: Holder, operation: Declared<EachSchool>, schoolId: string | null): boolean {
  const { access, writes, whileInactive } = operation
  if (schoolId === null) return access.platformKeys.some((key) => rights.appKeys.includes(key))
  const school = schoolFor(rights, schoolId, writes)
  const holds = school !== undefined && access.keys.some((key) => school.keys.includes(key))
  return holds && (school.active || whileInactive || !writes)
}

/**
 * A support window only allows reading. For writes, only the rights that the person has in the school without the window count.
 */
function schoolFor({ schools }: RightsRow, schoolId: string, writes: boolean) {
  const school = schools.find(({ id }) => id === schoolId)
  return writes && school?.supported ? school.supported.own : school
}

/** Whether a person sees the whole school and not only their classes. */
export const seesWhole = ({ rights }: Holder, schoolId: string): boolean =>
  rights.schools.some(({ id, keys }) => id === schoolId && keys.includes(wholeSchoolKey))
