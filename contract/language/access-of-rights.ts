import { type AnySchool, anySchoolOrPlatform, type From } from './access.ts'
import type { Permission } from './permissions.ts'

/** A list of which each element is decided by itself: in its school, or app-wide where it names none (api.md §12, permissions). */
export type EachSchool<Field extends string = string> = AnySchool<Field> & { readonly each: true }

/** Holders of the key in the school of each element of a list, or app-wide for elements without a school. */
export const eachInItsSchool = <const F extends string>(key: Permission, list: F): EachSchool<F> => ({
  ...anySchoolOrPlatform([key], [key]),
  rows: ['wholeSchool', 'platform'],
  from: { school: list },
  each: true,
})

/** Staff of the named school, or of every school where they hold a key; the platform; or the person themselves. */
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
