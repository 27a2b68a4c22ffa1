import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { byName } from '#server/db/search.ts'
import { nameAtSchool } from './teacher-names.queries.ts'
import { yearMovedInto } from './class-year.queries.ts'

type NewClass = {
  schoolId: string
  name: string
  maxOfStudents: number
  gradeId: string
  languageId: string
  gender: number
  supervisorId?: string | null | undefined
  wcsUrl?: string | null | undefined
  active?: boolean | null | undefined
}

/**
 * Stores a class and returns its id; undefined if its grade no longer exists. It selects from the row of the grade, because a
 * database that is spread by school does not allow a sub-select in VALUES.
 */
export async function insertClass(db: Db, { supervisorId = null, wcsUrl = null, active, ...classRoom }: NewClass) {
  const { schoolId, name, maxOfStudents, gradeId, languageId, gender } = classRoom
  const id = newId()
  const { numAffectedRows } = await sql`
    insert into class_rooms
      (school_id, id, name, max_of_students, grade_id, language_id, gender, supervisor_id, wcs_url, active, school_year_id)
    select g.school_id, ${id}::uuid, ${name}::text, ${maxOfStudents}::integer, g.id, ${languageId}::uuid, ${gender}::smallint,
      ${supervisorId}::uuid, ${wcsUrl}::text, ${active ?? true}::boolean, ${yearMovedInto(schoolId)}
    from grades g where g.school_id = ${schoolId} and g.id = ${gradeId}`.execute(db)
  return numAffectedRows === 1n ? id : undefined
}

/**
 * Whether a person can be named as a supervisor: a linked teacher, the administrator, or a person with a role in the school.
 */
export async function canSupervise(db: Db, schoolId: string, personId: string) {
  const { rows } = await sql<{ can: boolean }>`select ${personId} in (${staffOf(schoolId)}) as can`.execute(db)
  return rows[0]!.can
}

/** People who can be named as supervisor, by name. */
export const supervisorChoices = (db: Db, schoolId: string) =>
  db
    .selectFrom('users as u')
    .leftJoin('schoolTeachers as asked', (on) =>
      on.on('asked.schoolId', '=', schoolId).onRef('asked.teacherId', '=', 'u.id'),
    )
    .where(sql<boolean>`u.id in (${staffOf(schoolId)})`)
    .select(['u.id', nameAtSchool('u').as('name')])
    .orderBy(byName(nameAtSchool('u')))
    .orderBy('u.id')
    .execute()

/** Removes the role that came with supervising a class, if the person supervises no other class of the school. */
export async function endSupervision(db: Db, schoolId: string, personId: string, roleId: string) {
  const { rows } = await sql`
    select from class_rooms where school_id = ${schoolId} and supervisor_id = ${personId} limit 1`.execute(db)
  if (rows.length > 0) return
  await sql`delete from user_roles
    where user_id = ${personId} and role_id = ${roleId} and school_id = ${schoolId} and source = 'supervisor'`.execute(
    db,
  )
}

const staffOf = (schoolId: string): RawBuilder<unknown> => sql`
  select admin_id from schools where id = ${schoolId}
  union select teacher_id from school_teachers where school_id = ${schoolId}
  union select ur.user_id from user_roles ur join roles r on r.id = ur.role_id and r.active
    where ur.school_id = ${schoolId}`
