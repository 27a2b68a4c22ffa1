import { sql } from 'kysely'

/** An instant inside JSON that the database builds, in the format of the API (api.md §5). */
export const instantInJson = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
