/**
 * Which rows of a school a call sees (api.md §3.3). Every query on rows of a class or a student takes a reach, so that a query
 * without one does not compile.
 */
export type Reach =
  | { readonly of: 'school' }
  /** `childIds`: also everything about these children of the person. `coveredIds`: also these classes, whose lesson the person covers. */
  | {
      readonly of: 'classes'
      readonly personId: string
      readonly childIds?: readonly string[]
      readonly coveredIds?: readonly string[]
    }
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
