import { type RawBuilder, sql } from 'kysely'

/** A searched text as it is compared. Of one that is only signs that count as nothing, the signs themselves, which no folded text contains. */
export const comparedText = (searched: string) => sql`coalesce(nullif(fold(${searched}), ''), ${searched})`

/**
 * Whether a column contains the searched text: without case, with Arabic letter forms folded, % and _ literal (api.md §5.5).
 */
export const contains = (column: string, searched: string): RawBuilder<boolean> => containsIn(sql.ref(column), searched)

/** The same for any text of a row. */
export const containsIn = (text: RawBuilder<unknown>, searched: string): RawBuilder<boolean> =>
  sql<boolean>`position(${comparedText(searched)} in fold(${text})) > 0`

/** The same for a column that contains folded text. */
export const containsFolded = (column: string, searched: string): RawBuilder<boolean> =>
  sql<boolean>`position(${comparedText(searched)} in ${sql.ref(column)}) > 0`

/** The same for only the names of a student. The code, by which staff also search, is the last twelve characters. */
export const namesContain = (students: string, searched: string): RawBuilder<boolean> =>
  sql<boolean>`position(${comparedText(searched)} in left(${sql.ref(`${students}.searched`)}, -13)) > 0`

/**
 * How well a matching text fits the searched text, from best to worst. 0: it begins with it as a whole word. 1: it begins with
 * it. 2 and 3: the same for a later word. 4: it is inside a word. `folded` is folded text.
 */
export const distance = (folded: RawBuilder<unknown>, searched: RawBuilder<unknown>) =>
  distanceOfFolded(folded, sql`fold(${searched})`)

/** The same if both texts are folded. */
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

/** First, middle and last name with single spaces, without empty parts (api.md §6.5). `of` is a table alias. */
export const fullName = (of: string): RawBuilder<string> =>
  sql<string>`concat_ws(' ', ${part(of, 'first_name')}, ${part(of, 'middle_name')}, ${part(of, 'last_name')})`

/** Sorts names without case, and numbers inside them by value (api.md §6.3). */
export const byName = (expression: string | RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`${typeof expression === 'string' ? sql.ref(expression) : expression} collate by_name`

/** The English name of the weekday of a date. The database always uses English names, in every locale. */
export const weekDay = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'FMDay')`

const part = (of: string, column: string) => sql`nullif(${sql.ref(`${of}.${column}`)}, '')`
