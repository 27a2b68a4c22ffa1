import { createContext } from 'react'

/** The ids of the rows that a search left on the screen; null where nothing is searched for. */
export const ShownRows = createContext<string[] | null>(null)

/** The ids of what was found, for an export of just these; null where nothing is typed or a row has no id. */
export function idsShown(wanted: string, found: unknown[]): string[] | null {
  const ids = found.map((row) => (row as { id?: unknown }).id)
  return wanted !== '' && ids.every((id) => typeof id === 'string') ? ids : null
}
