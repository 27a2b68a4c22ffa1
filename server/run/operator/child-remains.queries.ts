import type pg from 'pg'
import { answerOfSchool } from './child-elsewhere.queries.ts'
import type { ErasedChild } from './child-words.queries.ts'

/** A shorter number could be any number, such as that of a room. */
const leastOfNumber = 6

/** Every text by which somebody may have named the child. */
export const textsNaming = ({ codes, names, numbers, pictures }: ErasedChild) => [
  ...codes,
  ...names,
  ...pictures,
  ...numbers.filter((number) => number.length >= leastOfNumber),
]

/**
 * Where one of the texts remains in rows of the school or of no school, also in other digits or letters that look alike: the columns with
 * the number of rows. Reads the whole database. Codes are numbers that each school counts for itself.
 */
export async function remains(client: pg.ClientBase, schoolId: string, texts: string[]) {
  const { rows: columns } = await client.query<{ place: string; t: string; c: string; ofSchool: boolean }>(
    `select format('%s.%s', c.relname, a.attname) as place, format('%I', c.relname) as t, format('%I', a.attname) as c,
       exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'school_id') as "ofSchool"
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
       and a.attnum > 0 and not a.attisdropped
       and a.atttypid = any (array['text', 'text[]', 'json', 'jsonb', 'varchar']::regtype[])
     order by 1`,
  )
  const { rows: folded } = await client.query<{ text: string }>(
    'select distinct fold(t) as text from unnest($1::text[]) as t',
    [texts],
  )
  const sought = folded.map(({ text }) => text)
  const found: string[] = []
  for (const { place, t, c, ofSchool } of columns) {
    const besides = t === 'idempotency_keys' ? answerOfSchool('$2::uuid') : '$2::uuid is not null'
    const { rows } = await client.query<{ rows: number }>(
      `select count(*)::int as rows from (
         select fold(${c}::text) as folded from ${t}
         where ${c} is not null and ${ofSchool ? 'coalesce(school_id = $2, true)' : besides} offset 0
       ) as l where exists (select from unnest($1::text[]) as s(text) where position(s.text in folded) > 0)`,
      [sought, schoolId],
    )
    if (rows[0]!.rows > 0) found.push(`${place}: ${rows[0]!.rows}`)
  }
  return found
}
