import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { fullName } from '#server/db/search.ts'

export async function nameOfPerson(db: Db, id: string) {
  const { rows } = await sql<{ name: string }>`select ${fullName('u')} as name from users u where u.id = ${id}`.execute(
    db,
  )
  return rows[0]!.name
}
