import { type RawBuilder, sql } from 'kysely'

/** Whether a column contains what was searched for: without case, Arabic letter forms folded, % and _ literal (api.md §5.5). */
export const contains = (column: string, searched: string): RawBuilder<boolean> =>
  sql<boolean>`position(fold(${searched}) in fold(${sql.ref(column)})) > 0`

/** The same of a column that contains folded text. */
export const containsFolded = (column: string, searched: string): RawBuilder<boolean> =>
  sql<boolean>`position(fold(${searched}) in ${sql.ref(column)}) > 0`

/** The same of the names of a student alone: the code that staff also search by, twelve signs, stands behind them. */
export const namesContain = (students: string, searched: string): RawBuilder<boolean> =>
  sql<boolean>`position(fold(${searched}) in left(${sql.ref(`${students}.searched`)}, -13)) > 0`

/**
 * How far a text is from being what was searched for, of texts that contain it: 0 when it begins with it as a whole word, 1
 * when it merely begins so, 2 and 3 when a later word does, 4 when it is inside a word. `folded` is folded text.
 */
export const distance = (folded: RawBuilder<unknown>, searched: RawBuilder<unknown>) =>
  distanceOfFolded(folded, sql`fold(${searched})`)

/** The same where both are folded. */
export const distanceOfFolded = (
  folded: RawBuilder<unknown>,
  searched: RawBuilder<unknown>,
): RawBuilder<number> => sql<number>`(
  select case
    when starts_with(text || ' ', typed || ' ') then 0
    when starts_with(text, typed) then 1
    when position(' ' || typed || ' ' in ' ' || text || ' ') > 0 then 2
    when position(' ' || typed in ' ' || text) > 0 then 3
    else 4 end
  from (select ${folded} as text, ${searched} as typed) as both_folded)`

/** First, middle and last name with one space, absent parts left out (api.md §6.5). `of` is a table alias. */
export const fullName = (of: string): RawBuilder<string> =>
  sql<string>`concat_ws(' ', ${part(of, 'first_name')}, ${part(of, 'middle_name')}, ${part(of, 'last_name')})`

/** Orders names without case, numbers inside them by value (api.md §6.3). */
export const byName = (expression: string | RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`${typeof expression === 'string' ? sql.ref(expression) : expression} collate by_name`

/** English day name of a civil date; the database names days in English whatever the locale. */
export const weekDay = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'FMDay')`

const part = (of: string, column: string) => sql`nullif(${sql.ref(`${of}.${column}`)}, '')`
