import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { fullName } from '#server/db/search.ts'

/** The names of these students, except those of other schools. */
export async function studentNames(db: Db, schoolId: string, studentIds: readonly string[]) {
  const rows = await db
    .selectFrom('students as st')
    .where('st.schoolId', '=', schoolId)
    .where(sql<boolean>`st.id = any(${[...studentIds]}::uuid[])`)
    .select(['st.id', fullName('st').as('name')])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
