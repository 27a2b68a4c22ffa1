import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { lockName, shareName } from '#server/db/named-lock.ts'
import { byName } from '#server/db/search.ts'

export type StoredScheme<Rules> = {
  id: string
  name: string
  source: string | null
  version: number
  rules: Rules
  uses: number
}

export async function schemesOf<Rules>(db: Db, schoolId: string) {
  const { rows } = await sql<StoredScheme<Rules>>`
    select s.id, s.name, s.source, s.version, v.rules,
      (select count(*)::integer from result_scheme_uses u where u.school_id = ${schoolId} and u.scheme_id = s.id) as uses
    from result_schemes s
    join result_scheme_versions v on v.school_id = s.school_id and v.scheme_id = s.id and v.version = s.version
    where s.school_id = ${schoolId} and s.removed_at is null
    order by ${byName('s.name')}, s.id`.execute(db)
  return rows
}

/** Allows one change of a school's schemes and their uses at a time, and none while a term is being closed with them. */
export const lockSchemes = (db: Db, schoolId: string) => lockName(db, `schemes ${schoolId}`)

/** Keeps the schemes unchanged until the call ends; several calls may do so at the same time. */
export const keepSchemes = (db: Db, schoolId: string) => shareName(db, `schemes ${schoolId}`)

type NewScheme = { schoolId: string; name: string; source: string | null; rules: object; personId: string }

export async function insertScheme(db: Db, { schoolId, name, source, rules, personId }: NewScheme) {
  const id = newId()
  await sql`insert into result_schemes (school_id, id, name, source) values (${schoolId}, ${id}, ${name}, ${source})`.execute(
    db,
  )
  await insertVersion(db, { schoolId, id, version: 1, rules, personId })
  return id
}

type NewVersion = { schoolId: string; id: string; version: number; rules: object; personId: string }

const insertVersion = (db: Db, { schoolId, id, version, rules, personId }: NewVersion) =>
  sql`insert into result_scheme_versions (school_id, scheme_id, version, rules, created_by)
    values (${schoolId}, ${id}, ${version}, ${JSON.stringify(rules)}::jsonb, ${personId})`.execute(db)

/** Stores the next version of a scheme. It applies wherever the scheme is used and the grade's term is not closed. */
export async function addVersion(db: Db, change: NewVersion & { name: string; source: string | null }) {
  const { schoolId, id, version, name, source } = change
  await insertVersion(db, change)
  await sql`update result_schemes set name = ${name}, source = ${source}, version = ${version}, modified_at = now()
    where school_id = ${schoolId} and id = ${id}`.execute(db)
  await sql`
    update result_scheme_uses u set scheme_version = ${version}, version = u.version + 1, modified_at = now()
    where u.school_id = ${schoolId} and u.scheme_id = ${id} and ${isOpen(schoolId)}`.execute(db)
}

const isOpen = (schoolId: string) => sql`not exists (
  select from term_closings c where c.school_id = ${schoolId} and c.term_id = u.term_id and c.grade_id = u.grade_id
    and c.reopened_at is null)`

export const removeScheme = (db: Db, schoolId: string, id: string, by: string) =>
  sql`update result_schemes set removed_at = now(), removed_by = ${by}, modified_at = now() where school_id = ${schoolId} and id = ${id}`.execute(
    db,
  )

export const putSchemeBack = (db: Db, schoolId: string, id: string) =>
  sql`
  update result_schemes set removed_at = null, removed_by = null, modified_at = now()
  where school_id = ${schoolId} and id = ${id}`.execute(db)

type UseRow = {
  gradeId: string
  courseId: string | null
  schemeId: string
  schemeVersion: number
  fullMark: number
  passMark: number
  inTotal: boolean
  closed: boolean
}

export async function usesOf(db: Db, schoolId: string, termId: string) {
  const { rows } = await sql<UseRow>`
    select u.grade_id, u.course_id, u.scheme_id, u.scheme_version, u.full_mark, u.pass_mark, u.in_total, not ${isOpen(schoolId)} as closed
    from result_scheme_uses u
    join grades g on g.school_id = u.school_id and g.id = u.grade_id
    where u.school_id = ${schoolId} and u.term_id = ${termId}
    order by g.position, u.grade_id, u.course_id nulls first`.execute(db)
  return rows
}

/** The version from which a change of the uses is made, computed from their content. */
export async function versionOfUses(db: Db, schoolId: string, termId: string) {
  const { rows } = await sql<{ version: number }>`
    select 1 + (hashtextextended(coalesce(string_agg(concat_ws(' ', u.id, u.version), ',' order by u.id), ''), 0)
      & 524287)::integer as version
    from result_scheme_uses u where u.school_id = ${schoolId} and u.term_id = ${termId}`.execute(db)
  return rows[0]!.version
}

export type UseDraft = Pick<UseRow, 'gradeId' | 'courseId' | 'schemeId' | 'fullMark' | 'passMark' | 'inTotal'>

/** Replaces the uses of open grades by the listed ones, with the newest version of each scheme. */
export async function replaceUses(db: Db, schoolId: string, termId: string, uses: readonly UseDraft[]) {
  const rows = JSON.stringify(uses.map((use) => ({ ...use, id: newId() })))
  const drafts = sql`jsonb_to_recordset(${rows}::jsonb) as d (id uuid, "gradeId" uuid, "courseId" uuid, "schemeId" uuid,
    "fullMark" numeric, "passMark" numeric, "inTotal" boolean)`
  await sql`
    delete from result_scheme_uses u
    where u.school_id = ${schoolId} and u.term_id = ${termId} and ${isOpen(schoolId)}
      and not exists (select from ${drafts} where d."gradeId" = u.grade_id and d."courseId" is not distinct from u.course_id)`.execute(
    db,
  )
  await sql`
    insert into result_scheme_uses as u (school_id, id, term_id, grade_id, course_id, scheme_id, scheme_version, full_mark,
      pass_mark, in_total)
    select s.school_id, d.id, ${termId}, d."gradeId", d."courseId", d."schemeId", s.version, d."fullMark", d."passMark", d."inTotal"
    from ${drafts} join result_schemes s on s.school_id = ${schoolId} and s.id = d."schemeId"
    on conflict on constraint result_scheme_uses_once do update
    set scheme_id = excluded.scheme_id, scheme_version = excluded.scheme_version, full_mark = excluded.full_mark,
      pass_mark = excluded.pass_mark, in_total = excluded.in_total, version = u.version + 1, modified_at = excluded.modified_at
    where (u.scheme_id, u.scheme_version, u.full_mark, u.pass_mark, u.in_total)
      is distinct from (excluded.scheme_id, excluded.scheme_version, excluded.full_mark, excluded.pass_mark, excluded.in_total)`.execute(
    db,
  )
}

/** How many of the named ids belong to the school. */
export async function ownIn(db: Db, schoolId: string, table: 'grades' | 'courses', ids: readonly string[]) {
  const { rows } = await sql<{ many: number }>`
    select count(*)::integer as many from ${sql.table(table)} where school_id = ${schoolId} and id = any (${ids}::uuid[])`.execute(
    db,
  )
  return rows[0]!.many
}

export async function gradesWithScheme(db: Db, schoolId: string, termId: string) {
  const { rows } = await sql<{ gradeId: string }>`
    select distinct grade_id from result_scheme_uses where school_id = ${schoolId} and term_id = ${termId}`.execute(db)
  return rows.map(({ gradeId }) => gradeId)
}
