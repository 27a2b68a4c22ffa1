import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { fullName } from '#server/db/search.ts'

/**
 * How names of staff stand on papers in English, by the name as it is. A name that two people of the school write in different Latin letters
 * is left as it is: nobody would see whose it is.
 */
export async function latinNamesOfStaff(db: Db, schoolId: string, names: readonly (string | null)[]) {
  const wanted = [...new Set(names.flatMap((name) => name ?? []))]
  if (wanted.length === 0) return () => null
  const { rows } = await sql<{ name: string; latinName: string }>`
    select n.name, min(u.latin_name) as latin_name
    from unnest(${wanted}::text[]) as n (name)
    cross join school_members m join users u on u.id = m.person_id
    where m.school_id = ${schoolId} and u.latin_name is not null and fold(${fullName('u')}) = fold(n.name)
    group by n.name having count(distinct u.latin_name) = 1`.execute(db)
  const found = new Map(rows.map(({ name, latinName }) => [name, latinName]))
  return (name: string | null) => (name === null ? null : (found.get(name) ?? null))
}
