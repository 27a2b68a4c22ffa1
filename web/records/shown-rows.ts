import { createContext } from 'react'

/** The ids of the rows that match the search; null without a search. */
export const ShownRows = createContext<string[] | null>(null)

/** The ids of the rows that were found, for an export of only these; null if nothing is typed or a row has no id. */
export function idsShown(wanted: string, found: unknown[]): string[] | null {
  const ids = found.map((row) => (row as { id?: unknown }).id)
  return wanted !== '' && ids.every((id) => typeof id === 'string') ? ids : null
}
