import type pg from 'pg'

const kept = <Why extends string>(why: Why, places: string) =>
  Object.fromEntries(places.split(/\s+/).map((place) => [place, why])) as Record<string, Why>

/** Texts that keep their form, and why: a canary would not fit there, or the product would read it as something else. */
export const keptTexts = {
  ...kept(
    'a check gives it its form',
    `absence_rules.counted absence_rules.counts absence_rules.period attachments.kind attendance_marks.origin attendance_marks.state
  coin_entries.kind covers.state covers.way excuses.kind exam_seat_plans.seat_order guardians.lives_with
  guardians.may_fetch guardians.may_see import_rows.days import_rows.outcome imports.kind imports.source imports.state
  job_students.outcome jobs.kind jobs.state official_records.nationality official_records.sex
  parent_invitations.phone_number post_audience.kind promotion_students.decision promotion_students.outcome
  promotions.state push_subscriptions.language record_fields.kind schools.marks_shown students.code
  rooms.kind staff_absences.kind threads.subject threads.turn user_roles.source users.phone_number usual_sets.step`,
  ),
  ...kept(
    'the product decides by it',
    `absence_steps.action audit_lines.operation audit_lines.outcome audit_lines.target_kind inbox_items.kind migrations.checksum
  definitions.name definitions.checksum definitions.version
  migrations.name official_records.national_number official_records.number_kind paper_numbers.kind papers.kind
  permissions.key schools.time_zone users.password_hash`,
  ),
}

/** The secrets that can be recognised in an answer: a canary, a phone number, a student's code, the hash of a password. */
const canaries = /CNRY-[a-z]+-[a-z_]+-[a-z_]+-\d{4,}|(?<![\w-])01\d{9}(?![\w-])|ST\d{10}|\$argon2/g

export const canariesIn = (text: string): string[] => text.match(canaries) ?? []

/** The tables with text columns, read from the catalogue, so that a new table is covered automatically. */
export async function textColumns(owner: pg.Client) {
  const { rows } = await owner.query<{ table: string; columns: string[]; school: string | null; key: string }>(`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns,
      case when c.relname = 'schools' then 'id' else (select 'school_id' from pg_attribute s
        where s.attrelid = c.oid and s.attname = 'school_id') end as school,
      coalesce((select string_agg(quote_ident(k.attname), ', ' order by k.attnum)
        from pg_index i join pg_attribute k on k.attrelid = c.oid and k.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary), 'ctid') as key
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.atttypid in ('text'::regtype, 'varchar'::regtype)
      and a.attgenerated = ''
    group by c.oid, c.relname order by c.relname`)
  return rows
}

/** Puts a unique word into every text of every row. Runs as the owner, only in this file's own copy. */
export async function putCanaries(owner: pg.Client, schools: Record<string, { id: string }>) {
  await owner.query('create temp table school_words (id uuid primary key, word text)')
  for (const [word, { id }] of Object.entries(schools))
    await owner.query('insert into school_words values ($1, $2)', [id, word])

  const all = await textColumns(owner)
  for (const { table } of all) await owner.query(`alter table ${table} disable trigger user`)
  for (const { table, columns, school, key } of all)
    for (const column of columns)
      if (!(`${table}.${column}` in keptTexts)) await putInto(owner, { table, column, school, key })
  await oneCodeAStudent(owner)
  for (const { table } of all) await owner.query(`alter table ${table} enable trigger user`)
  await owner.query('analyze')
}

/** Texts without a canary and without a reason for that. */
export async function missed(owner: pg.Client): Promise<string[]> {
  const without: string[] = []
  for (const { table, columns } of await textColumns(owner))
    for (const column of columns.filter((one) => !(`${table}.${one}` in keptTexts))) {
      const { rowCount } = await owner.query(
        `select from ${table} where ${column} is not null and ${column} not like '%CNRY-%' limit 1`,
      )
      if (rowCount) without.push(`${table}.${column}`)
    }
  return without
}

type Place = { table: string; column: string; school: string | null; key: string }

/** An empty text is filled too, unless the table forbids that. */
async function putInto(owner: pg.Client, { table, column, school, key }: Place) {
  const url = column.endsWith('_url') ? '/media/' : ''
  const word = school ? `coalesce((select word from school_words w where w.id = t.${school}), 'all')` : `'all'`
  const put = `update ${table} t
    set ${column} = '${url}CNRY-' || ${word} || '-${table}-${column}-' || lpad(n::text, 4, '0')
    from (select ctid as its, row_number() over (order by ${key}) as n from ${table}) numbered where t.ctid = numbered.its`
  try {
    await owner.query(put)
  } catch {
    await owner.query(`${put} and t.${column} is not null`)
  }
}

/** Codes count per school; this makes them unique over all schools. */
const oneCodeAStudent = (owner: pg.Client) =>
  owner.query(`
    update students t set code = 'ST7' || lpad(n::text, 9, '0')
    from (select id, row_number() over (order by school_id, code) as n from students) numbered where numbered.id = t.id`)
