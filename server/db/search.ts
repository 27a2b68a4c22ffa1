import { type RawBuilder, sql } from 'kysely'

/** Whether a column contains what was searched for: without case, Arabic letter forms folded, % and _ literal (api.md §5.5). */
export const contains = (column: string, searched: string): RawBuilder<boolean> =>
  sql<boolean>`position(fold(${searched}) in fold(${sql.ref(column)})) > 0`

/** The same of a column that contains folded text. */
export const containsFolded = (column: string, searched: string): RawBuilder<boolean> =>
  sql<boolean>`position(fold(${searched}) in ${sql.ref(column)}) > 0`

/** First, middle and last name with one space, absent parts left out (api.md §6.5). `of` is a table alias. */
export const fullName = (of: string): RawBuilder<string> =>
  sql<string>`concat_ws(' ', ${part(of, 'first_name')}, ${part(of, 'middle_name')}, ${part(of, 'last_name')})`

/** Orders names without case, numbers inside them by value (api.md §6.3). */
export const byName = (expression: string | RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`${typeof expression === 'string' ? sql.ref(expression) : expression} collate by_name`

/** English day name of a civil date; the database names days in English whatever the locale. */
export const weekDay = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'FMDay')`

const part = (of: string, column: string) => sql`nullif(${sql.ref(`${of}.${column}`)}, '')`
