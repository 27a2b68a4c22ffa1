import type { hiddenRowsChoices, listsChoices } from '#contract/exchange/imports/import-shapes.ts'
import type { Run } from '#server/call/implement.ts'
import type { ImportKind } from './imports.queries.ts'

/** What the uploader chose of the file. */
export type FormParts = {
  sheets: number[] | null
  hiddenRows?: (typeof hiddenRowsChoices)[number] | null
  hiddenColumns?: (typeof hiddenRowsChoices)[number] | null
  lists?: (typeof listsChoices)[number] | null
}

/** What the route needs from the domain of imports: to read a file, and to store what was found in it. */
export type Uploads = {
  keeping: (file: () => Promise<Buffer>, kind: ImportKind, parts: FormParts) => Promise<Run>
}
