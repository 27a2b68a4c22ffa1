import type { Parts } from './parts.ts'

type SentTable = { importId: string; file: Blob; name: string | undefined; parts: Parts }

let last: SentTable | null = null

/** Keeps the table of a draft as long as the page is open, so that it can be read again as another kind without being chosen again. */
export const keepSentTable = (table: SentTable) => {
  // The lists of a folder are numbered by how likely they are of a kind, so they are chosen anew.
  last = { ...table, parts: /\.zip$/i.test(table.name ?? '') ? {} : table.parts }
}

/** The table of this draft; null if another was sent since, or the page was opened anew. */
export const sentTableOf = (importId: string) => (last?.importId === importId ? last : null)
