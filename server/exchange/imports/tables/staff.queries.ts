import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { ImportKey } from '#server/exchange/imports/import-states.queries.ts'
import { fullName } from '#server/db/search.ts'
import type { MadeTeaching } from '#server/exchange/imports/beside/beside.queries.ts'
import type { PlannedCourse } from './plans.queries.ts'

export type KnownTeacher = { id: string; phone: string; email: string | null; key: string; teaching: PlannedCourse[] }

/**
 * The teachers of a school who have agreed, with what they teach. A school does not see the phone numbers of those who are still invited.
 */
export async function teachersKnown(db: Db, schoolId: string): Promise<KnownTeacher[]> {
  const { rows } = await sql<KnownTeacher>`
    select u.id, u.phone_number as phone, lower(a.email) as email, fold(${fullName('u')}) as key, (
        select coalesce(jsonb_agg(jsonb_build_object('courseId', tc.course_id, 'classRoomId', ct.class_room_id)), '[]')
        from school_teacher_courses tc
        left join class_teacher_courses ct on ct.school_id = tc.school_id and ct.teacher_id = tc.teacher_id
          and ct.course_id = tc.course_id
        where tc.school_id = t.school_id and tc.teacher_id = t.teacher_id) as teaching
    from school_teachers t join users u on u.id = t.teacher_id
    left join teacher_addresses a on a.school_id = t.school_id and a.teacher_id = t.teacher_id
    where t.school_id = ${schoolId} and t.accepted_at is not null`.execute(db)
  return rows
}

export type KnownInvitation = {
  id: string
  phone: string | null
  email: string | null
  key: string | null
  /** Null for a teacher. */
  roleId: string | null
  teaching: PlannedCourse[]
}

/** The open invitations of staff in a school. */
export async function invitationsKnown(db: Db, schoolId: string): Promise<KnownInvitation[]> {
  const { rows } = await sql<KnownInvitation>`
    select id, phone_number as phone, lower(email) as email, fold(teacher_name) as key, role_id, teaching
    from staff_invitations
    where school_id = ${schoolId} and taken_at is null and removed_at is null`.execute(db)
  return rows
}

type Extended = { row: number; id: string; teaching: PlannedCourse[] }

/** Adds to open invitations what all rows of the person name, and stores with the rows what was planned before. */
export async function extendInvitations(db: Db, { schoolId, id: importId }: ImportKey, extended: readonly Extended[]) {
  const given = sql`jsonb_to_recordset(${JSON.stringify(extended)}::jsonb) as g(row integer, id uuid, teaching jsonb)`
  await sql`
    update import_rows r set effect = jsonb_build_object('extended', i.id, 'was', i.teaching, 'version', i.version + 1)
    from ${given} join staff_invitations i on i.school_id = ${schoolId} and i.id = g.id
    where r.school_id = ${schoolId} and r.import_id = ${importId} and r.row = g.row`.execute(db)
  await sql`
    update staff_invitations i set teaching = i.teaching || added.teaching, version = i.version + 1, modified_at = now()
    from (
      select g.id, jsonb_agg(t.one order by g.row, t.nth) as teaching
      from ${given} cross join lateral jsonb_array_elements(g.teaching) with ordinality as t(one, nth) group by g.id
    ) as added where i.school_id = ${schoolId} and i.id = added.id`.execute(db)
}

type Planned = { row: number; teacherId: string; teaching: PlannedCourse[] }

/** Assigns courses and classes to teachers, and stores with the rows which assignments are new. */
export async function giveTeaching(db: Db, { schoolId, id: importId }: ImportKey, planned: readonly Planned[]) {
  await sql`
    with given as (
      select g.row, g."teacherId" as teacher_id, (t.one ->> 'courseId')::uuid as course_id,
        (t.one ->> 'classRoomId')::uuid as class_room_id
      from jsonb_to_recordset(${JSON.stringify(planned)}::jsonb) as g(row integer, "teacherId" uuid, teaching jsonb)
      cross join lateral jsonb_array_elements(g.teaching) as t(one)
    ), courses_given as (
      insert into school_teacher_courses (school_id, teacher_id, course_id)
      select distinct ${schoolId}::uuid, teacher_id, course_id from given on conflict do nothing
      returning teacher_id, course_id
    ), rows_of as (
      select g.row, jsonb_agg(jsonb_build_object('teacherId', g.teacher_id, 'courseId', g.course_id,
          'classRoomId', g.class_room_id, 'isNew', c.course_id is not null)) as taught
      from given g left join courses_given c on c.teacher_id = g.teacher_id and c.course_id = g.course_id group by g.row
    )
    update import_rows r set effect = jsonb_build_object('taught', o.taught) from rows_of o
    where r.school_id = ${schoolId} and r.import_id = ${importId} and r.row = o.row`.execute(db)
  await sql`
    insert into class_teacher_courses (school_id, teacher_id, course_id, class_room_id)
    select distinct ${schoolId}::uuid, (t ->> 'teacherId')::uuid, (t ->> 'courseId')::uuid, (t ->> 'classRoomId')::uuid
    from import_rows r cross join lateral jsonb_array_elements(r.effect -> 'taught') as t
    where r.school_id = ${schoolId} and r.import_id = ${importId} and t ->> 'classRoomId' is not null on conflict do nothing`.execute(
    db,
  )
}

/** Stores with the rows the invitations that they created. */
export const keepInvited = (
  db: Db,
  { schoolId, id: importId }: ImportKey,
  invited: readonly { row: number; id: string }[],
) =>
  sql`
  update import_rows r set effect = jsonb_build_object('invited', g.id)
  from jsonb_to_recordset(${JSON.stringify(invited)}::jsonb) as g(row integer, id uuid)
  where r.school_id = ${schoolId} and r.import_id = ${importId} and r.row = g.row`.execute(db)

export type TakenBack = { teaching: MadeTeaching[]; invitationIds: string[] }

/**
 * Takes back what an import did to the staff, and returns the people concerned. If something newer depends on it, does nothing and returns
 * null.
 */
export async function takeBackStaff(db: Db, { schoolId, id: importId }: ImportKey): Promise<TakenBack | null> {
  const { rows } = await sql<{ later: boolean }>`
    select exists (
      select from import_rows r join staff_invitations i on i.school_id = ${schoolId} and i.id = (r.effect ->> 'invited')::uuid
      where r.school_id = ${schoolId} and r.import_id = ${importId} and (i.taken_at is not null or i.removed_at is not null or i.version > 1)
    ) or exists (
      select from import_rows r join staff_invitations i on i.school_id = ${schoolId} and i.id = (r.effect ->> 'extended')::uuid
      where r.school_id = ${schoolId} and r.import_id = ${importId}
        and (i.taken_at is not null or i.removed_at is not null or i.version <> (r.effect ->> 'version')::integer)
    ) as later`.execute(db)
  if (rows[0]!.later) return null
  const { rows: restored } = await sql<{ id: string }>`
    update staff_invitations i set teaching = r.effect -> 'was', version = i.version + 1, modified_at = now()
    from import_rows r where r.school_id = ${schoolId} and r.import_id = ${importId} and i.school_id = ${schoolId} and i.id = (r.effect ->> 'extended')::uuid
    returning i.id`.execute(db)
  const { rows: withdrawn } = await sql<{ id: string }>`
    delete from staff_invitations where school_id = ${schoolId} and id in (
      select (effect ->> 'invited')::uuid from import_rows where school_id = ${schoolId} and import_id = ${importId} and effect ? 'invited')
    returning id`.execute(db)
  const taught = sql`
    select (t ->> 'teacherId')::uuid as teacher_id, (t ->> 'courseId')::uuid as course_id,
      (t ->> 'classRoomId')::uuid as class_room_id, (t ->> 'isNew')::boolean as is_new
    from import_rows r cross join lateral jsonb_array_elements(r.effect -> 'taught') as t
    where r.school_id = ${schoolId} and r.import_id = ${importId} and r.effect ? 'taught'`
  const { rows: ended } = await sql<MadeTeaching>`
    delete from class_teacher_courses l using (${taught}) as t
    where l.school_id = ${schoolId} and l.teacher_id = t.teacher_id and l.course_id = t.course_id and l.class_room_id = t.class_room_id
    returning l.teacher_id, l.course_id, l.class_room_id`.execute(db)
  // A course stays as long as it is taught in a class.
  const { rows: courses } = await sql<MadeTeaching>`
    delete from school_teacher_courses l using (${taught}) as t
    where l.school_id = ${schoolId} and t.is_new and l.teacher_id = t.teacher_id and l.course_id = t.course_id and not exists (
      select from class_teacher_courses c
      where c.school_id = ${schoolId} and c.teacher_id = l.teacher_id and c.course_id = l.course_id)
    returning l.teacher_id, l.course_id`.execute(db)
  return { teaching: [...ended, ...courses], invitationIds: [...restored, ...withdrawn].map(({ id }) => id) }
}
