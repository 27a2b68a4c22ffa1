import type { hiddenRowsChoices, importKinds, listsChoices } from '#contract/exchange/imports/import-shapes.ts'
import type { Run } from '#server/call/implement.ts'

export type ImportKind = (typeof importKinds)[number]

export type Parts = {
  sheets: number[] | null
  hiddenRows?: (typeof hiddenRowsChoices)[number] | null
  lists?: (typeof listsChoices)[number] | null
}

/** What the route needs from the domain of imports: to read a file, and to store what was found in it. */
export type Uploads = {
  keeping: (file: () => Promise<Buffer>, kind: ImportKind, parts: Parts) => Promise<Run>
}
