import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { lastsUntil, ofTodayFirst, recordFor } from '#server/exchange/imports/check/records.queries.ts'
import type { ImportKey } from '#server/exchange/imports/import-states.queries.ts'

type Part = {
  table: RawBuilder<unknown>
  /** The key that allows a student only one row. */
  oneOfStudent: RawBuilder<unknown>
  said: string
  was: string
  version: string
  columns: readonly string[]
  /** Whether the part has the school's own fields; those that a row does not name stay unchanged. */
  ownValues?: true
}

/** The two tables in which an import writes a student's row by columns. */
const parts: readonly Part[] = [
  {
    table: sql`official_records`,
    oneOfStudent: sql`official_records_student_id_key`,
    said: 'record',
    was: 'record_was',
    version: 'record_version',
    ownValues: true,
    columns:
      'official_name latin_first latin_middle latin_last number_kind national_number sex nationality religion birth_place address seat_number admitted_on admitted_from admission_paper other_number'.split(
        ' ',
      ),
  },
  {
    table: sql`student_health`,
    oneOfStudent: sql`student_health_student_id_key`,
    said: 'health',
    was: 'health_was',
    version: 'health_version',
    columns: ['health_notes', 'pick_up_notes'],
  },
]

/** Rows of an import that write a part. Added students already have their ids. */
const writing = (
  { schoolId, id }: ImportKey,
  rows: readonly number[],
  said: RawBuilder<unknown>,
  change: string,
) => sql`
  r.school_id = ${schoolId} and r.import_id = ${id} and r.row = any(${[...rows]}::integer[]) and ${said} is not null
    and (r.outcome = 'add' or ${change} = any (r.changes))`

/** Writes the values of rows into the official records of their students, and keeps the former values. */
export async function storeRecords(db: Db, key: ImportKey, rows: readonly number[], today: string) {
  for (const part of parts) await storePart(db, part, key, rows)
  await storeGuardians(db, key, rows, today)
}

async function storePart(
  db: Db,
  { table, oneOfStudent, said, was, version, columns, ownValues }: Part,
  key: ImportKey,
  rows: readonly number[],
) {
  const meant = writing(key, rows, sql.ref(`r.${said}`), said)
  await sql`
    update import_rows r set ${sql.ref(was)} = to_jsonb(o) from ${table} o
    where ${meant} and o.school_id = ${key.schoolId} and o.student_id = r.student_id`.execute(db)
  const own = sql.ref(`r.${said}`)
  const read = said === 'record' ? recordFor(key, own, sql`present.national_number`) : own
  const made = JSON.stringify(rows.map((row) => ({ row, id: newId() })))
  await sql`
    insert into ${table} (id, school_id, student_id)
    select g.id, r.school_id, r.student_id from import_rows r join jsonb_to_recordset(${made}::jsonb) as g(row integer, id uuid) on g.row = r.row
    where ${meant} on conflict on constraint ${oneOfStudent} do nothing`.execute(db)
  await sql`
    update ${table} o set ${assigned(columns, ownValues && sql`o.own_values || w.own_values`)}, version = o.version + 1, modified_at = now()
    from (
      select (jsonb_populate_record(present, ${read})).* from import_rows r
      join ${table} present on present.school_id = r.school_id and present.student_id = r.student_id where ${meant}
    ) as w where o.school_id = ${key.schoolId} and w.id = o.id`.execute(db)
  await sql`
    update import_rows r set ${sql.ref(version)} = o.version from ${table} o
    where ${meant} and o.school_id = ${key.schoolId} and o.student_id = r.student_id`.execute(db)
}

/** Stores guardians of the record: new ones from today on, and changes of existing ones. */
async function storeGuardians(db: Db, key: ImportKey, rows: readonly number[], today: string) {
  const meant = sql`
    select r.row, r.school_id, r.student_id, g.name, g.key, g.relation, g.job, g.phone, g.may from import_rows r
    cross join lateral jsonb_to_recordset(r.guardians) as g(name text, key text, relation uuid, job text,
      phone text, may jsonb)
    where ${writing(key, rows, sql`r.guardians`, 'guardianOfRecord')}`
  const { schoolId, id: importId } = key
  const present = sql`
    present as (
      select distinct on (n.row, n.key) g.id, n.row, n.relation as new_relation, n.job as new_job, n.phone as new_phone
      from named n join guardians g on g.school_id = ${schoolId} and g.student_id = n.student_id and fold(g.name) = n.key and ${lastsUntil(today)}
      order by n.row, n.key, ${ofTodayFirst(today)})`
  await sql`
    with named as (${meant}), ${present},
    kept as (
      update import_rows r set guardians_was = p.was from (
        select p.row, jsonb_agg(to_jsonb(k)) as was from present p join guardians k on k.school_id = ${schoolId} and k.id = p.id group by p.row) as p
      where r.school_id = ${schoolId} and r.import_id = ${importId} and r.row = p.row
    )
    update guardians k set relation_id = p.new_relation, job = coalesce(p.new_job, k.job),
      phone = coalesce(p.new_phone, k.phone), version = k.version + 1, modified_at = now()
    from present p where k.school_id = ${schoolId} and k.id = p.id`.execute(db)
  await sql`
    with named as (${meant}),
    brought as (
      insert into guardians (id, school_id, student_id, name, relation_id, job, phone, from_day, lives_with, may_fetch, may_see)
      select distinct on (n.student_id, n.key) gen_random_uuid(), n.school_id, n.student_id, n.name, n.relation, n.job, n.phone, ${today}::date,
        n.may ->> 'livesWith', n.may ->> 'mayFetch', n.may ->> 'maySee'
      from named n
      where not exists (
        select from guardians g where g.school_id = ${schoolId} and g.student_id = n.student_id and fold(g.name) = n.key and ${lastsUntil(today)})
      returning id, student_id)
    update import_rows r set guardian_ids = b.ids from (
      select student_id, array_agg(id) as ids from brought group by student_id) as b
    where r.school_id = ${schoolId} and r.import_id = ${importId} and r.row = any(${[...rows]}::integer[]) and r.student_id = b.student_id`.execute(
    db,
  )
}

/** Restores the former values of official records that an import wrote, and removes what it created. */
export async function takeBackRecords(db: Db, { schoolId, id: importId }: ImportKey) {
  await sql`
    delete from guardians g using import_rows r
    where r.school_id = ${schoolId} and r.import_id = ${importId} and r.guardian_ids <> '{}' and g.school_id = ${schoolId} and g.id = any (r.guardian_ids)`.execute(
    db,
  )
  await sql`
    update guardians g set relation_id = w.relation_id, job = w.job, phone = w.phone, version = g.version + 1, modified_at = now()
    from (
      select distinct on (o.id) o.id, o.relation_id, o.job, o.phone from import_rows r
      cross join lateral jsonb_populate_recordset(null::guardians, r.guardians_was) as o
      where r.school_id = ${schoolId} and r.import_id = ${importId} and r.guardians_was is not null
      order by o.id, o.version
    ) as w where g.school_id = ${schoolId} and g.id = w.id`.execute(db)
  for (const { table, was, version, columns, ownValues } of parts) {
    const [before, wrote] = [
      sql.ref(`r.${was}`),
      sql`r.school_id = ${schoolId} and r.import_id = ${importId} and ${sql.ref(`r.${version}`)} is not null`,
    ]
    await sql`
      delete from ${table} o using import_rows r
      where ${wrote} and ${before} is null and o.school_id = ${schoolId} and o.student_id = r.student_id`.execute(db)
    await sql`
      update ${table} o set ${assigned(columns, ownValues && sql`w.own_values`)}, version = o.version + 1, modified_at = now()
      from (
        select (jsonb_populate_record(null::${table}, ${before})).* from import_rows r
        where ${wrote} and ${before} is not null
      ) as w where o.school_id = ${schoolId} and w.id = o.id`.execute(db)
  }
}

const assigned = (columns: readonly string[], ownValues?: RawBuilder<unknown>) =>
  sql.join([
    ...columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`w.${column}`)}`),
    ...(ownValues ? [sql`own_values = ${ownValues}`] : []),
  ])
