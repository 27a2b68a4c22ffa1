import type pg from 'pg'
import { inPortions } from './portions.queries.ts'

/** The tables with rows of schools, and the table of schools itself; without sessions, codes or keys. */
export const tablesOfSchools = async (client: pg.ClientBase): Promise<{ name: string; column: string }[]> =>
  (
    await client.query<{ name: string; column: string }>(
      `select c.relname as name, case c.relname when 'schools' then 'id' else 'school_id' end as "column"
       from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
         and a.attname = case c.relname when 'schools' then 'id' else 'school_id' end
         and c.relname <> all (array['outbox', 'former_values', 'import_progress'])
       order by 1`,
    )
  ).rows

/** The rows of a school in one table as JSON, in portions. Pictures are included as base64; hashes of secrets are left out. */
export async function* rowsOfSchool(
  client: pg.ClientBase,
  { name, column }: { name: string; column: string },
  schoolId: string,
) {
  const hasContent = ['media', 'attachments'].includes(name)
  const portions = inPortions<{ row: Record<string, unknown> }>(client, {
    text: `select to_jsonb(t) - array['token_hash', 'code_hmac', 'sealed_private'] ${hasContent ? `|| jsonb_build_object('content', encode(t.content, 'base64'))` : ''} as row
      from ${name} t where ${column} = $1`,
    values: [schoolId],
    size: hasContent ? 1 : 500,
  })
  for await (const rows of portions) yield rows.map(({ row }) => JSON.stringify(row))
}

/** The people who belong to a school, with the fields that the school sees, without passwords. */
export const peopleOfSchool = async (client: pg.ClientBase, schoolId: string) =>
  (
    await client.query<{ row: Record<string, unknown> }>(
      `select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'middle_name', u.middle_name,
         'last_name', u.last_name, 'phone_number', u.phone_number) as row
       from users u where u.id in (
         select user_id from user_roles where school_id = $1 union select admin_id from schools where id = $1
         union select parent_id from student_parents where school_id = $1)`,
      [schoolId],
    )
  ).rows.map(({ row }) => JSON.stringify(row))
