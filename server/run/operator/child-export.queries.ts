import type pg from 'pg'
import { postsToThemAlone } from './child-elsewhere.queries.ts'
import { tablesKept, tablesOfChild } from './child-erasure.queries.ts'
import type { ChildSection } from './child-marks.queries.ts'

export type Row = Record<string, unknown>

export const rowsOfSection = async (client: pg.ClientBase, { sql }: ChildSection, ids: string[]): Promise<Row[]> =>
  (await client.query<{ row: Row }>(`select row_to_json(s) as row from (${sql}) s`, [ids])).rows.map(({ row }) => row)

/** All stored rows that refer to the child, by table. Pictures are separate files. */
export async function storedRows(
  client: pg.ClientBase,
  { ids, schoolId }: { ids: string[]; schoolId: string },
): Promise<Record<string, Row[]>> {
  const found: Record<string, Row[]> = {}
  const tables = [...tablesOfChild, ...tablesKept].map((name) => ({ name, column: 'student_id' }))
  for (const { name, column } of [{ name: 'students', column: 'id' }, ...tables]) {
    const { rows } = await client.query<{ row: Row }>(
      `select to_jsonb(t) - 'content' ||
         case when to_jsonb(t) -> 'is_draft' = 'true' then '{"total_result": null, "is_attend": null}' else '{}' end::jsonb as row
       from ${name} t where ${column} = any ($1::uuid[])${name === 'promotion_students' ? notOfDraft : ''}`,
      [ids],
    )
    found[name] = rows.map(({ row }) => row)
  }
  const posts = (
    await client.query<{ id: string }>(`${postsToThemAlone} and p.published_at is not null`, [ids, schoolId])
  ).rows.map(({ id }) => id)
  for (const [name, text] of Object.entries(rowsOfPosts))
    found[name] = (await client.query<{ row: Row }>(text, [ids, schoolId, posts])).rows.map(({ row }) => row)
  const { rows } = await client.query<{ row: Row }>(
    `select to_jsonb(f) as row from former_values f
     where (was ->> 'student_id' = any ($1::text[]) or table_name = 'students' and key ->> 'id' = any ($1::text[])
         or table_name = 'posts' and key ->> 'id' = any ($2::text[]))
       and was -> 'is_draft' is distinct from 'true' order by id`,
    [ids, posts],
  )
  return { ...found, former_values: rows.map(({ row }) => row) }
}

/** Announcements to the child alone, and of all others who of the family got them, without brothers and sisters. */
const rowsOfPosts = {
  posts:
    'select to_jsonb(p) as row from posts p where p.school_id = $2 and p.id = any ($3::uuid[]) and $1::uuid[] is not null',
  attachments: `select to_jsonb(a) - 'content' as row from attachments a
    where a.school_id = $2 and a.post_id = any ($3::uuid[]) and $1::uuid[] is not null`,
  post_readers: `select to_jsonb(r) || jsonb_build_object('student_ids', array(select id from unnest(r.student_ids) as c(id) where id = any ($1::uuid[])))
      as row from post_readers r where r.school_id = $2 and r.student_ids && $1::uuid[] and $3::uuid[] is not null`,
}

/** A draft of a promotion has decided nothing yet; drafts of marks are left out for the same reason. */
const notOfDraft = ` and not exists (
  select from promotions p where p.school_id = t.school_id and p.id = t.promotion_id and p.state = 'draft')`

/** The pictures of a child, one after another. */
export async function* picturesOfChild(client: pg.ClientBase, ids: string[]) {
  const found = await client.query<{ name: string }>('select name from media where student_id = any ($1::uuid[])', [
    ids,
  ])
  for (const { name } of found.rows) {
    const { rows } = await client.query<{ content: Buffer }>('select content from media where name = $1', [name])
    for (const { content } of rows) yield { file: `${name}.webp`, content }
  }
}

/** Pictures and files of the child's homework and of announcements to its family, one after another, because together they are large. */
export async function* filesOfChild(client: pg.ClientBase, ids: string[]) {
  const found = await client.query<{ schoolId: string; id: string; kind: string }>(
    `select a.school_id as "schoolId", a.id, a.kind from attachments a
     where exists (select from post_readers r where r.school_id = a.school_id and r.post_id = a.post_id and r.student_ids && $1::uuid[])
       or exists (select from post_audience d join posts p on p.school_id = d.school_id and p.id = d.post_id and p.published_at is not null
         where d.school_id = a.school_id and d.post_id = a.post_id and d.kind = 'student' and d.target_id = any ($1::uuid[]))
       or exists (select from student_homework r where r.school_id = a.school_id and r.homework_id = a.homework_id
         and r.student_id = any ($1::uuid[]) and r.removed_at is null)`,
    [ids],
  )
  for (const { schoolId, id, kind } of found.rows) {
    const { rows } = await client.query<{ content: Buffer }>(
      'select content from attachments where school_id = $1 and id = $2',
      [schoolId, id],
    )
    for (const { content } of rows) yield { id, file: `${id}.${kind === 'file' ? 'pdf' : 'webp'}`, content }
  }
}
