import * as z from 'zod/mini'
import { alsoWithProvider, signedIn } from '#contract/language/access.ts'
import { field, Id, List, OneOf, optional, refuse, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'

export const csv = 'text/csv; charset=utf-8'
export const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The most rows of one file. */
export const exportedRows = 20_000

export const FileFormat = OneOf(['csv', 'xlsx'])
export const FileLanguage = OneOf(['ar', 'en'])

/** The body of the exported list, in the wire's names; the list's own operation validates it. */
const ListBody = field<Record<string, unknown>>({ type: 'object' }, (raw) =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)
    ? (raw as Record<string, unknown>)
    : refuse('Invalid input'),
)

/**
 * Any list as a file: `list` is the path of a list operation, `input` its body in the wire's names, without a page. Access, rows and fields
 * are those of that operation. `empty` names a wire field of its rows: only rows without it are exported, for lists without such a filter
 * (the open payment requests, api.md §12). `ids` limits the file to the rows that a search on the screen has left.
 */
export const exportList = operation({
  path: 'Export/GetList',
  // The exported list decides.
  access: alsoWithProvider(signedIn('own')),
  input: z.strictObject({
    list: Text(1, 100),
    input: ListBody,
    empty: optional(Text(1, 100)),
    ids: optional(List(Id, 0, exportedRows)),
    format: FileFormat,
    language: FileLanguage,
  }),
  output: z.string(),
  gives: [csv, xlsx],
  lasts: 30_000,
})
