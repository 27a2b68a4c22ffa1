/**
 * Which rows of a school a call sees (api.md §3.3). Every query on the rows of a class or a student takes one: a reader
 * without a reach does not compile.
 */
export type Reach =
  | { readonly of: 'school' }
  | { readonly of: 'classes'; readonly personId: string }
  | { readonly of: 'children'; readonly studentIds: readonly string[] }

export const wholeSchool: Reach = { of: 'school' }
