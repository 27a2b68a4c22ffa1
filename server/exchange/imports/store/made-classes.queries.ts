import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { ImportKey } from '#server/exchange/imports/import-states.queries.ts'

/** Records classes as made for an import. Returns false unless each belongs to the school, is newer than the import and has no students. */
export async function keepMadeClasses(db: Db, { schoolId, id: importId }: ImportKey, classIds: readonly string[]) {
  const { rows } = await sql<{ fit: number }>`
    update imports i set made_classes = made_classes || ${[...classIds]}::uuid[]
    where i.school_id = ${schoolId} and i.id = ${importId} and ${classIds.length} = (
      select count(*) from class_rooms c
      where c.id = any(${[...classIds]}::uuid[]) and c.school_id = ${schoolId} and c.created_at >= i.created_at
        and not exists (select from student_classes m where m.school_id = ${schoolId} and m.class_room_id = c.id))
    returning 1 as fit`.execute(db)
  return rows.length > 0
}

/** Records grades as made for an import. Returns false unless each belongs to the school and is newer than the import. */
export async function keepMadeGrades(db: Db, { schoolId, id: importId }: ImportKey, gradeIds: readonly string[]) {
  const { rows } = await sql<{ fit: number }>`
    update imports i set made_grades = made_grades || ${[...gradeIds]}::uuid[]
    where i.school_id = ${schoolId} and i.id = ${importId} and ${gradeIds.length} = (
      select count(*) from grades g
      where g.id = any(${[...gradeIds]}::uuid[]) and g.school_id = ${schoolId} and g.created_at >= i.created_at)
    returning 1 as fit`.execute(db)
  return rows.length > 0
}

/** Grades made for an import that nobody has changed since and nothing names in a list; whatever refers to one by key is found when it is removed. */
export async function unusedMadeGrades(db: Db, { schoolId, id: importId }: ImportKey) {
  const { rows } = await sql<{ id: string }>`
    select g.id from imports i join grades g on g.school_id = i.school_id and g.id = any(i.made_grades)
    where i.school_id = ${schoolId} and i.id = ${importId} and g.school_id = ${schoolId} and g.version = 1
      and not exists (select from calendar_days d where d.school_id = ${schoolId} and g.id = any (d.grade_ids))
      and not exists (select from absence_rules a where a.school_id = ${schoolId} and g.id = any (a.grade_ids))
      and not exists (select from post_audience p where p.school_id = ${schoolId} and p.target_id = g.id)
    order by g.id for update of g`.execute(db)
  return rows.map(({ id }) => id)
}

/** Classes made for an import that have never had students. */
export async function emptyMadeClasses(db: Db, { schoolId, id: importId }: ImportKey) {
  const { rows } = await sql<{ id: string }>`
    select c.id from imports i join class_rooms c on c.school_id = i.school_id and c.id = any(i.made_classes)
    where i.school_id = ${schoolId} and i.id = ${importId} and c.school_id = ${schoolId}
      and not exists (select from student_classes m where m.school_id = ${schoolId} and m.class_room_id = c.id)
    order by c.id for update of c`.execute(db)
  return rows.map(({ id }) => id)
}

export const deleteClass = (db: Db, schoolId: string, id: string) =>
  db.deleteFrom('classRooms').where('schoolId', '=', schoolId).where('id', '=', id).execute()

export const deleteGrade = (db: Db, schoolId: string, id: string) =>
  db.deleteFrom('grades').where('schoolId', '=', schoolId).where('id', '=', id).execute()
