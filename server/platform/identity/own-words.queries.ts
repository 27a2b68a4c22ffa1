import { rightsOf } from '#server/access/authorise.queries.ts'
import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** Words that others know about a person and would try first: their names and the names of their schools. */
export async function ownWords(db: Db, personId: string): Promise<(string | null)[]> {
  const person = await db
    .selectFrom('users')
    .where('id', '=', personId)
    .select(['userName', 'firstName', 'middleName', 'lastName'])
    .executeTakeFirst()
  const { schools, parentSchools } = await rightsOf(db, personId)
  const ids = [...schools.map(({ id }) => id), ...parentSchools]
  const named =
    ids.length === 0
      ? []
      : await db.selectFrom('schools').where('id', '=', sql<string>`any(${ids}::uuid[])`).select('name').execute()
  return [...Object.values(person ?? {}), ...named.map(({ name }) => name)]
}
