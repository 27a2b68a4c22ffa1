import type pg from 'pg'
import { beyondAppending } from '#server/db/append-only.ts'
import { connected } from '#server/db/connected.ts'
import type { ErasedChild } from './child-words.queries.ts'

/** Tables of which rows without the child's id may be about the child. */
export const tablesElsewhere = [
  'imports',
  'import_rows',
  'posts',
  'post_audience',
  'post_readers',
  'attachments',
  'fee_receipts',
  'fee_postings',
  'told_transfers',
  'inbox_items',
  'former_values',
  'idempotency_keys',
  'outbox',
]

/**
 * Takes the names off the receipts of a child, and the words off what was posted about it. Numbers, days and amounts stay, because the school
 * has to keep its books; so does the code of a receipt, which says no more than its number and amount from then on. The pictures of what the
 * family transferred go too: nobody can search what is written on them.
 */
export async function eraseFromFees(client: pg.ClientBase, { ids, schoolId }: ErasedChild) {
  const ofChild = [ids, schoolId]
  await client.query(
    `update fee_receipts set content = content || case when content ->> 'reason' is null then '{}' else '{"reason": "Erased"}'::jsonb end || jsonb_build_object('shortName', 'Erased',
       'students', (select coalesce(jsonb_agg(s || '{"name": "Erased"}'), '[]') from jsonb_array_elements(content -> 'students') s),
       'lines', (select coalesce(jsonb_agg(l || '{"student": "Erased"}'), '[]') from jsonb_array_elements(content -> 'lines') l))
     where school_id = $2 and student_ids && $1::uuid[]`,
    ofChild,
  )
  await beyondAppending(connected(client), 'fee_postings', () =>
    client.query(
      `update fee_postings set reason = 'Erased' where school_id = $2 and reason is not null and (
         id in (select posting_id from fee_lines where school_id = $2 and student_id = any ($1::uuid[]))
         or id in (select posting_id from fee_receipts where school_id = $2 and student_ids && $1::uuid[]))`,
      ofChild,
    ),
  )
  await client.query(
    `with named as materialized (
       select t.id, t.image_url from told_transfers t where t.school_id = $2 and t.image_url is not null and t.family_id in (
         select m.family_id from family_students m where m.school_id = $2 and m.student_id = any ($1::uuid[]))),
     unnamed as (update told_transfers t set image_url = null from named n where t.school_id = $2 and t.id = n.id)
     delete from media m using named n where m.school_id = $2 and '/media/' || m.name = n.image_url`,
    ofChild,
  )
}

/** Whether a text or a JSON value contains one of the texts. */
export const holds = (column: string, texts = '$1') =>
  `exists (select from unnest(${texts}::text[]) as t(text) where position(t.text in ${column}::text) > 0)`

/** Announcements to these children alone, which are about them. `$1`: the ids of the children, `$2`: the school. */
export const postsToThemAlone = `select p.id from posts p where p.school_id = $2
  and exists (select from post_audience a where a.school_id = $2 and a.post_id = p.id)
  and not exists (select from post_audience a where a.school_id = $2 and a.post_id = p.id
    and not (a.kind = 'student' and a.target_id = any ($1::uuid[])))`

/** Erases the announcements to the child alone, and takes the child out of the others. Returns the ids of those that were erased. */
export async function erasePosts(client: pg.ClientBase, { ids, schoolId }: ErasedChild): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(postsToThemAlone, [ids, schoolId])
  const posts = rows.map(({ id }) => id)
  for (const table of ['attachments', 'post_readers', 'post_audience'])
    await client.query(`delete from ${table} where school_id = $2 and post_id = any ($1::uuid[])`, [posts, schoolId])
  await client.query('delete from posts where school_id = $2 and id = any ($1::uuid[])', [posts, schoolId])

  const ofChild = [ids, schoolId]
  await client.query(
    `delete from post_audience where school_id = $2 and kind = 'student' and target_id = any ($1::uuid[])`,
    ofChild,
  )
  // Without children it would be the row of somebody who works in the school.
  await client.query(
    `delete from post_readers where school_id = $2 and student_ids <> '{}' and student_ids <@ $1::uuid[]`,
    ofChild,
  )
  await client.query(
    `update post_readers set student_ids = array(select id from unnest(student_ids) as c(id) where id <> all ($1::uuid[]))
     where school_id = $2 and student_ids && $1::uuid[]`,
    ofChild,
  )
  return posts
}

/** Erases the files of texts about the child. */
export const eraseThreadFiles = (client: pg.ClientBase, { ids, schoolId }: ErasedChild) =>
  client.query(
    `delete from attachments where school_id = $2 and text_id in (
       select x.id from thread_texts x where x.school_id = $2 and x.student_id = any ($1::uuid[]))`,
    [ids, schoolId],
  )

/** Replaces a text in the former values of a school, which are otherwise never changed. Returns how many it was in. */
export async function eraseTextFromFormer(client: pg.ClientBase, schoolId: string, text: string): Promise<number> {
  const { rowCount } = await beyondAppending(connected(client), 'former_values', () =>
    client.query(
      `update former_values set was = replace(was::text, ${asInJson}, 'Erased')::jsonb
       where school_id = $2 and position(${asInJson} in was::text) > 0`,
      [text, schoolId],
    ),
  )
  return rowCount ?? 0
}

/** A text as JSON writes it, without the quotes. */
const asInJson = `trim(both '"' from to_json($1::text)::text)`

/** The row of another child that has the number of this one as well states whose it is. */
export async function eraseFromProblems(client: pg.ClientBase, { names, schoolId }: ErasedChild) {
  for (const name of names)
    await client.query(
      `update import_rows set problems = replace(problems::text, ${asInJson}, 'Erased')::jsonb
       where school_id = $2 and position(${asInJson} in problems::text) > 0`,
      [name, schoolId],
    )
}

/**
 * Whether a stored answer may belong to a school, which no answer states. It does if it names this school, or if it names none and the
 * person has a role in this school or no role at all.
 */
export const answerOfSchool = (school: string) => `(position(${school}::text in answer::text) > 0 or (
  not exists (select from schools s where position(s.id::text in answer::text) > 0)
  and coalesce((select bool_or(r.school_id = ${school}) from user_roles r where r.user_id::text = person), true)))`

/** Whether one of the ids occurs in a JSON value. Reads each value once, however many ids there are. */
const namesId = (column: string, ids: string) =>
  `exists (select from regexp_matches(${column}::text, '[0-9a-f]{8}-[0-9a-f-]{27}', 'g') as m(found) where m.found[1] = any (${ids}::text[]))`

/**
 * Erases kept answers, events and items of inboxes that contain the child's name, code or id, or the id of a row that was erased. `said`: of
 * the calls to the family, whose answers contain neither.
 */
export async function eraseMessages(
  client: pg.ClientBase,
  { ids, codes, names, schoolId }: ErasedChild,
  gone: string[],
  said: { by: string; note: string }[],
): Promise<number> {
  const texts = [...ids, ...codes, ...names]
  // Children of other schools may have the same codes and names, and what is waiting for them must not be erased.
  const ofChild = (column: string, ofSchool: string) =>
    `(${holds(column)} and (${ofSchool}) or ${namesId(column, '$3')})`
  const known = [texts, schoolId, [...ids, ...gone]]
  // Found in a separate statement, because the school is checked in tables of which other servers may have copies.
  const found = await client.query<{ person: string; operation: string; key: string }>(
    `select person, operation, key from idempotency_keys where ${ofChild('answer', answerOfSchool('$2::uuid'))}
       or operation = 'Absence/NoteCall' and (person, answer ->> 'note') in (select * from unnest($4::text[], $5::text[]))`,
    [...known, said.map(({ by }) => by), said.map(({ note }) => note)],
  )
  const answers = await client.query(
    `delete from idempotency_keys where (person, operation, key) in (select * from unnest($1::text[], $2::text[], $3::text[]))`,
    (['person', 'operation', 'key'] as const).map((column) => found.rows.map((row) => row[column])),
  )
  const events = await client.query(
    `delete from outbox where ${ofChild('payload', 'coalesce(school_id = $2, true)')}`,
    known,
  )
  const items = await client.query('delete from inbox_items where at_school_id = $2 and subject_ids && $1::uuid[]', [
    gone,
    schoolId,
  ])
  return (answers.rowCount ?? 0) + (events.rowCount ?? 0) + (items.rowCount ?? 0)
}
