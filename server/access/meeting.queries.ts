import { sql } from 'kysely'
import { seeOnly } from './authorise.queries.ts'
import type { Db } from '#server/db/db.ts'
import { amongSchools, classesOf } from '#server/db/rows.ts'

type Reader = { id: string; schools: readonly { id: string; keys: readonly string[] }[] }

/**
 * Whether two people meet in a school of the reader (api.md §12, GetUserById): the other person is also a member there, or the parent of a
 * student within the reader's class reach. A teacher who has not agreed yet is no member, even with other links to the school, nor is a parent named by an id who has not answered. After this,
 * the transaction sees those schools.
 */
export async function meets(db: Db, reader: Reader, personId: string): Promise<boolean> {
  const schools = reader.schools.map(({ id }) => id)
  const whole = reader.schools.filter(({ keys }) => keys.includes('ViewSchoolStudentsList')).map(({ id }) => id)
  await seeOnly(db, { schools })
  if (schools.length === 0) return false
  const there = (column: string) => amongSchools(column, schools)

  const { rows } = await sql<{ meet: boolean }>`
    with asked as (
      select school_id from school_teachers
      where ${there('school_id')} and teacher_id = ${personId} and accepted_at is null
    )
    select exists (
      select from schools where ${there('id')} and admin_id = ${personId}
    ) or exists (
      select from school_teachers where ${there('school_id')} and teacher_id = ${personId} and accepted_at is not null
    ) or exists (
      select from class_rooms where ${there('school_id')} and supervisor_id = ${personId}
        and school_id not in (table asked)
    ) or exists (
      select from user_roles ur join roles r on r.id = ur.role_id and r.active
      where ${there('ur.school_id')} and ur.user_id = ${personId} and ur.school_id not in (table asked)
    ) or exists (
      select from user_permissions where ${there('school_id')} and user_id = ${personId}
        and school_id not in (table asked)
    ) or exists (
      select from parent_links l join students st on st.school_id = l.school_id and st.id = l.student_id
      where ${there('l.school_id')} and l.parent_id = ${personId} and has_answered(l.school_id, l.parent_id)
        and (st.school_id = any(${whole}::uuid[]) or (st.school_id, st.class_room_id) in (${classesOf(reader.id, there)}))
    ) as meet`.execute(db)
  return rows[0]!.meet
}
