import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { ImportKey } from '#server/exchange/imports/import-states.queries.ts'

/** The languages in which a school teaches, and its courses. */
export async function tableGround(db: Db, schoolId: string) {
  const { rows: languages } = await sql<{ id: string; name: string }>`
    select l.id, l.name from school_languages s join languages l on l.id = s.language_id
    where s.school_id = ${schoolId} and s.removed_at is null order by l.name, l.id`.execute(db)
  const { rows: courses } = await sql<{ id: string; name: string; key: string; languageId: string }>`
    select id, name, fold(name) as key, language_id from courses where school_id = ${schoolId} order by id`.execute(db)
  return { languages, courses }
}

export type MadeCourse = { row: number; id: string; name: string; languageId: string; description: string }

/** Stores courses, and their ids with the rows. */
export async function storeCourses(db: Db, { schoolId, id: importId }: ImportKey, made: readonly MadeCourse[]) {
  const given = sql`jsonb_to_recordset(${JSON.stringify(made)}::jsonb)
    as g(row integer, id uuid, name text, "languageId" uuid, description text)`
  await sql`
    insert into courses (id, school_id, language_id, name, description)
    select g.id, i.school_id, g."languageId", g.name, g.description
    from imports i cross join ${given} where i.school_id = ${schoolId} and i.id = ${importId}`.execute(db)
  await sql`
    update import_rows r set effect = jsonb_build_object('courseId', g.id) from ${given}
    where r.school_id = ${schoolId} and r.import_id = ${importId} and r.row = g.row`.execute(db)
  // Row-level security allows an undo to remove only these.
  const ids = made.map(({ id }) => id)
  await sql`update imports set made_courses = ${ids}::uuid[] where school_id = ${schoolId} and id = ${importId}`.execute(
    db,
  )
}

/** Removes the courses that an import made. Throws if something refers to one of them; returns false if one was changed. */
export async function takeBackCourses(db: Db, { schoolId, id: importId }: ImportKey) {
  const made = sql`
    select (effect ->> 'courseId')::uuid from import_rows where school_id = ${schoolId} and import_id = ${importId} and effect ? 'courseId'`
  const { rows } = await sql<{ changed: boolean }>`
    select exists (select from courses where school_id = ${schoolId} and id in (${made}) and version > 1) as changed`.execute(
    db,
  )
  if (rows[0]!.changed) return false
  await sql`delete from courses where school_id = ${schoolId} and id in (${made})`.execute(db)
  return true
}
