import type { AnySchool, InSchool } from '#contract/language/access.ts'

/**
 * Which rows of a school a call sees (api.md §3.3). Every query on rows of a class or a student takes a reach, so that a query
 * without one does not compile.
 */
export type Reach =
  | { readonly of: 'school' }
  /** `childIds`: also everything about these children of the person. */
  | { readonly of: 'classes'; readonly personId: string; readonly childIds?: readonly string[] }
  | { readonly of: 'children'; readonly studentIds: readonly string[] }
  | Across

/**
 * A reach over several schools: some as a whole, in others only the person's classes, and the person's children in any. `all`:
 * all of these schools.
 */
export type Across = {
  readonly of: 'several'
  readonly all: readonly string[]
  readonly schools: readonly string[]
  readonly classes: { readonly personId: string; readonly schools: readonly string[] }
  readonly studentIds: readonly string[]
}

/** The school of all rows of a reach, if there is only one. */
export const onlySchoolOf = (reach: Reach) =>
  reach.of === 'several' && reach.all.length === 1 ? reach.all[0] : undefined

export const wholeSchool: Reach = { of: 'school' }

/** Class reach: the whole school if the caller has a key for that, else the classes they supervise or teach. */
export const reachOf = (access: InSchool | AnySchool, personId: string, { keys }: SchoolKeys): Reach =>
  !access.rows.includes('classReach') || access.widenedBy.some((key) => keys.includes(key))
    ? wholeSchool
    : { of: 'classes', personId }

/** The schools in which a person has a key (as a whole or only their classes), and their children. */
export function reachAcross(access: AnySchool, personId: string, open: SchoolKeys[], own: OwnChild[]): Across {
  const whole = open.filter((school) => reachOf(access, personId, school).of === 'school').map(({ id }) => id)
  const bound = open.map(({ id }) => id).filter((id) => !whole.includes(id))
  return {
    of: 'several',
    all: [...new Set([...open.map(({ id }) => id), ...own.map(({ schoolId }) => schoolId)])],
    schools: whole,
    classes: { personId, schools: bound },
    studentIds: own.map(({ id }) => id),
  }
}

type OwnChild = { id: string; schoolId: string }

/** A school the person belongs to, with their keys there. */
type SchoolKeys = { id: string; keys: readonly string[] }
