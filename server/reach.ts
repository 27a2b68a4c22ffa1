/**
 * Which rows of a school a call sees (api.md §3.3). Every query on the rows of a class or a student takes one: a reader
 * without a reach does not compile.
 */
export type Reach =
  | { readonly of: 'school' }
  | { readonly of: 'classes'; readonly personId: string }
  | { readonly of: 'children'; readonly studentIds: readonly string[] }
  | Across

/** A reach over several schools: some of them whole, in others the person's classes, and his own children anywhere. */
export type Across = {
  readonly of: 'several'
  readonly schools: readonly string[]
  readonly classes: { readonly personId: string; readonly schools: readonly string[] }
  readonly studentIds: readonly string[]
}

export const wholeSchool: Reach = { of: 'school' }
