import { sql } from 'kysely'

/** An instant within JSON that the database makes, as the wire spells it (api.md §5). */
export const instantInJson = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
