import { type InSchool, wholeSchoolKey } from '#contract/language/access.ts'
import type { HeldSchool, RightsRow } from './caller.ts'

/** A person with rights, such as the caller. */
export type Holder = { id: string; rights: RightsRow }

/** Whether a person's rights in a school are enough for an operation there. */
export const opens = (access: InSchool, school: HeldSchool) =>
  access.to === 'member' ||
  (access.all
    ? access.keys.every((key) => school.keys.includes(key))
    : access.keys.some((key) => school.keys.includes(key)))

type Declared = { access: InSchool; writes: boolean; whileInactive: boolean }

/** Whether an operation is open to a person in a school; which of its rows, the domain decides. */
export function mayIn({ rights }: Holder, { access, writes, whileInactive }: Declared, schoolId: string): boolean {
  const school = rights.schools.find(({ id }) => id === schoolId)
  return school !== undefined && opens(access, school) && (school.active || whileInactive || !writes)
}

/** Whether a person sees the whole of a school, and not their classes alone. */
export const seesWhole = ({ rights }: Holder, schoolId: string): boolean =>
  rights.schools.some(({ id, keys }) => id === schoolId && keys.includes(wholeSchoolKey))
