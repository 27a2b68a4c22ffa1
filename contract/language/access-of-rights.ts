import { type AnySchool, anySchoolOrPlatform, type From } from './access.ts'
import type { Permission } from './permissions.ts'

/** A list whose elements are decided one by one: in their school, or app-wide if they name none (api.md §12, permissions). */
export type EachSchool<Field extends string = string> = AnySchool<Field> & { readonly each: true }

/** People with the key in the school of each element of a list, or app-wide for elements without a school. */
export const eachInItsSchool = <const F extends string>(key: Permission, list: F): EachSchool<F> => ({
  ...anySchoolOrPlatform([key], [key]),
  rows: ['wholeSchool', 'platform'],
  from: { school: list },
  each: true,
})

/** Staff of the named school, or of every school where they have a key; the platform; or the person themselves. */
export const selfOrStaffOrPlatform = <const F extends string, const P extends string>(
  keys: readonly Permission[],
  from: From<F>,
  person: P,
): AnySchool<F | P> => ({
  ...anySchoolOrPlatform(keys, keys),
  rows: ['own', 'wholeSchool', 'platform'],
  from,
  orSelf: person,
})
