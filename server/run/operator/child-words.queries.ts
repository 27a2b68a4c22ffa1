import type pg from 'pg'

export type ErasedChild = {
  /** The entry that was named. `ids` and `codes` are those of all entries that were merged with it too. */
  id: string
  code: string
  ids: string[]
  codes: string[]
  schoolId: string
  school: string
  /** As typed and folded, of today first. */
  names: string[]
  /** National numbers and numbers of passports. */
  numbers: string[]
  pictures: string[]
}

/** The children with this id or code, with everything by which a text could name them. Merged entries are one child. */
export async function childrenNamed(client: pg.ClientBase, idOrCode: string): Promise<ErasedChild[]> {
  const schools = await client.query<{ id: string; name: string }>(
    `select s.id, s.name from schools s
     where s.id in (select school_id from students where id::text = $1 or code = $1) order by s.id`,
    [idOrCode],
  )
  const children: ErasedChild[] = []
  for (const school of schools.rows)
    for (const { id, ids } of (await client.query<{ id: string; ids: string[] }>(entriesOf, [idOrCode, school.id]))
      .rows)
      children.push({ id, ids, schoolId: school.id, school: school.name, ...(await wordsOf(client, school.id, ids)) })
  return children
}

/** In one school, because entries are merged within one school. */
const entriesOf = `with recursive entries (named, id, into_id) as (
    select id, id, merged_into from students where school_id = $2 and (id::text = $1 or code = $1)
    union
    select e.named, s.id, s.merged_into from entries e
    join students s on s.school_id = $2 and (s.merged_into = e.id or s.id = e.into_id))
  select named as id, array_agg(id order by id <> named, id) as ids from entries group by named`

/** Former names are included, because rows without the id may still have them. A name of one word could be anybody's. */
async function wordsOf(client: pg.ClientBase, schoolId: string, ids: string[]) {
  const of = [schoolId, ids]
  const entries = await client.query<{ code: string }>(
    'select code from students where school_id = $1 and id = any ($2::uuid[]) order by array_position($2::uuid[], id)',
    of,
  )
  const names = await client.query<{ name: string }>(
    `with called as (
       select 0 as nth, array_position($2::uuid[], id) as entry, first_name, middle_name, last_name, '' as official
       from students where school_id = $1 and id = any ($2::uuid[])
       union all
       select 1, 0, null, null, null, official_name from official_records where school_id = $1 and student_id = any ($2::uuid[])
       union all
       select 1, 0, latin_first, latin_middle, latin_last, '' from official_records where school_id = $1 and student_id = any ($2::uuid[])
       union all
       select 2, 0, was ->> 'latin_first', was ->> 'latin_middle', was ->> 'latin_last', '' from former_values
       where school_id = $1 and table_name = 'official_records' and was ->> 'student_id' = any ($2::text[])
       union all
       select 2, 0, was ->> 'first_name', was ->> 'middle_name', was ->> 'last_name', was ->> 'official_name' from former_values
       where school_id = $1 and (table_name = 'students' and key ->> 'id' = any ($2::text[])
         or table_name = 'official_records' and was ->> 'student_id' = any ($2::text[]))
     ), named as (
       select c.nth, entry, n.place, n.name from called c
       cross join lateral unnest(array[concat_ws(' ', first_name, middle_name, last_name), concat_ws(' ', first_name, last_name), official])
         with ordinality as n(name, place) where n.name like '_% %_'
     )
     select name from (
       select name, nth, entry, place from named union all select fold(name), 3, entry, place from named
     ) as every group by name order by min(array[nth, entry, place])`,
    of,
  )
  const numbers = await client.query<{ number: string }>(
    `select national_number as number from official_records where school_id = $1 and student_id = any ($2::uuid[])
       and national_number is not null
     union select was ->> 'national_number' from former_values where school_id = $1 and table_name = 'official_records'
       and was ->> 'student_id' = any ($2::text[]) and was ->> 'national_number' is not null`,
    of,
  )
  const pictures = await client.query<{ name: string }>('select name from media where student_id = any ($1::uuid[])', [
    ids,
  ])
  return {
    code: entries.rows[0]!.code,
    codes: entries.rows.map(({ code }) => code),
    names: names.rows.map(({ name }) => name),
    numbers: numbers.rows.map(({ number }) => number),
    pictures: pictures.rows.map(({ name }) => name),
  }
}
