import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'

export type Taught = { courseId: string; classRoomId?: string | null | undefined }

export type InvitedTeacher = {
  teacherName: string | null
  phoneNumber: string | null
  email: string | null
  /** Null: as a teacher. */
  roleId?: string | null
  teaching: readonly Taught[]
}

type Named = { courseId: string; courseName: string; classRoomId: string | null; classRoomName: string | null }

/**
 * The open invitations of a school, latest first. Each contains what the person will teach, without courses and classes that no
 * longer exist.
 */
export const staffInvitationsOf = (db: Db, schoolId: string, page: PageRequest) =>
  paged(rows(db, schoolId).orderBy('i.createdAt', 'desc').orderBy('i.id'), page)

export const staffInvitationOf = (db: Db, schoolId: string, id: string) =>
  rows(db, schoolId).where('i.id', '=', id).executeTakeFirst()

/** The open invitations, with the moment since when. */
export const waitingStaffInvitations = (db: Db, schoolId: string) =>
  open(db, schoolId).select(['i.id', 'i.createdAt as at'])

export const staffInvitationsNamed = (db: Db, schoolId: string, ids: readonly string[]) =>
  rows(db, schoolId).where('i.id', 'in', ids).execute()

const open = (db: Db, schoolId: string) =>
  db
    .selectFrom('staffInvitations as i')
    .where('i.schoolId', '=', schoolId)
    .where('i.takenAt', 'is', null)
    .where('i.removedAt', 'is', null)

const rows = (db: Db, schoolId: string) =>
  open(db, schoolId)
    .leftJoin('roles as r', 'r.id', 'i.roleId')
    .select(['i.roleId', 'r.name as roleName'])
    .select([
      'i.id',
      'i.schoolId',
      'i.teacherName',
      'i.phoneNumber',
      'i.email',
      'i.createdAt as createDate',
      'i.version',
    ])
    .select(
      sql<Named[]>`coalesce((
        select jsonb_agg(jsonb_build_object('courseId', c.id, 'courseName', c.name, 'classRoomId', cr.id,
          'classRoomName', cr.name) order by c.name, cr.name)
        from jsonb_to_recordset(i.teaching) as t ("courseId" uuid, "classRoomId" uuid)
        join courses c on c.school_id = ${schoolId} and c.id = t."courseId"
        left join class_rooms cr on cr.school_id = ${schoolId} and cr.id = t."classRoomId"), '[]')`.as('teaching'),
    )

/** Whether all these courses and classes belong to the school. */
export async function areOfSchool(db: Db, schoolId: string, teaching: readonly Taught[]) {
  const courses = [...new Set(teaching.map(({ courseId }) => courseId))]
  const classRooms = [...new Set(teaching.flatMap(({ classRoomId }) => classRoomId ?? []))]
  const { rows: found } = await sql<{ courses: number; classes: number }>`
    select (select count(*)::integer from courses where school_id = ${schoolId} and id = any(${courses}::uuid[])) as courses,
      (select count(*)::integer from class_rooms
        where school_id = ${schoolId} and id = any(${classRooms}::uuid[])) as classes`.execute(db)
  return found[0]!.courses === courses.length && found[0]!.classes === classRooms.length
}

/**
 * Stores invitations, except those whose phone number or e-mail address is already invited. Returns the positions of the stored
 * ones.
 */
export async function insertStaffInvitations(
  db: Db,
  { schoolId, actorId }: { schoolId: string; actorId: string },
  invited: readonly InvitedTeacher[],
) {
  const given = invited.map((one, n) => ({ ...one, n, id: newId() }))
  const { rows: stored } = await sql<{ id: string }>`
    insert into staff_invitations (id, school_id, teacher_name, phone_number, email, role_id, teaching, invited_by)
    select g.id, ${schoolId}, g."teacherName", g."phoneNumber", g.email, g."roleId", g.teaching, ${actorId}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as g (n integer, id uuid, "teacherName" text, "phoneNumber" text, email text, "roleId" uuid, teaching jsonb)
    order by g.n on conflict do nothing returning id`.execute(db)
  const ids = new Set(stored.map(({ id }) => id))
  return given.filter(({ id }) => ids.has(id)).map(({ n, id }) => ({ n, id }))
}

/** Whether the person with a phone number is linked to a school as a teacher. */
export async function teachesByPhone(db: Db, schoolId: string, phoneNumber: string) {
  const { rows: found } = await sql`
    select from school_teachers t join users u on u.id = t.teacher_id
    where t.school_id = ${schoolId} and u.phone_number = ${phoneNumber}`.execute(db)
  return found.length > 0
}

/** Changes an open invitation. Returns false if it is no longer open. */
export async function changeStaffInvitation(
  db: Db,
  { schoolId, id, changedBy }: { schoolId: string; id: string; changedBy: string },
  one: InvitedTeacher,
) {
  const { numAffectedRows } = await sql`
    update staff_invitations set teacher_name = ${one.teacherName}, phone_number = ${one.phoneNumber}, email = ${one.email},
      role_id = ${one.roleId ?? null}, invited_by = ${changedBy},
      asked_at = case when phone_number is not distinct from ${one.phoneNumber}::text
        and role_id is not distinct from ${one.roleId ?? null}::uuid then asked_at end,
      teaching = ${JSON.stringify(one.teaching)}::jsonb, version = version + 1, modified_at = now()
    where school_id = ${schoolId} and id = ${id} and taken_at is null and removed_at is null`.execute(db)
  return numAffectedRows === 1n
}

export async function withdrawStaffInvitation(db: Db, schoolId: string, id: string, removedBy: string) {
  const { numAffectedRows } = await sql`
    update staff_invitations set removed_at = now(), removed_by = ${removedBy}, version = version + 1, modified_at = now()
    where school_id = ${schoolId} and id = ${id} and taken_at is null and removed_at is null`.execute(db)
  return Number(numAffectedRows)
}

/** The schools in which a phone number is invited as a teacher. The settings of the transaction must name its person. */
export async function schoolsInvitingStaff(db: Db, phoneNumber: string) {
  const { rows: found } = await sql<{ schoolId: string }>`
    select distinct school_id from staff_invitations
    where phone_number = ${phoneNumber} and taken_at is null and removed_at is null`.execute(db)
  return found.map(({ schoolId }) => schoolId)
}

export type TakenOver = { schoolId: string; invitedBy: string }

/**
 * Replaces the invitations of a phone number by links of its person. The links wait for the person's agreement and contain the
 * planned courses and classes. People who are already linked keep what they have. The transaction must be for these schools.
 */
export async function takeOverStaffInvitations(db: Db, personId: string, phoneNumber: string): Promise<TakenOver[]> {
  const { rows: taken } = await sql<TakenOver & { teaching: Taught[] }>`
    update staff_invitations set taken_at = now(), version = version + 1, modified_at = now()
    where phone_number = ${phoneNumber} and role_id is null and taken_at is null and removed_at is null
    returning school_id, invited_by, teaching`.execute(db)
  const linked: TakenOver[] = []
  for (const { schoolId, invitedBy, teaching } of taken) {
    const { numAffectedRows } = await sql`
      insert into school_teachers (school_id, teacher_id, accepted_at) values (${schoolId}, ${personId}, null)
      on conflict do nothing`.execute(db)
    if (numAffectedRows !== 1n) continue
    await planTeaching(db, schoolId, personId, teaching)
    linked.push({ schoolId, invitedBy })
  }
  return linked
}

/** Stores what a person teaches from their agreement on, as far as it still exists. */
async function planTeaching(db: Db, schoolId: string, teacherId: string, teaching: readonly Taught[]) {
  const given = sql`jsonb_to_recordset(${JSON.stringify(teaching)}::jsonb) as t ("courseId" uuid, "classRoomId" uuid)`
  await sql`
    insert into school_teacher_courses (school_id, teacher_id, course_id)
    select distinct ${schoolId}::uuid, ${teacherId}::uuid, c.id from ${given}
    join courses c on c.school_id = ${schoolId} and c.id = t."courseId" on conflict do nothing`.execute(db)
  await sql`
    insert into class_teacher_courses (school_id, teacher_id, course_id, class_room_id)
    select distinct ${schoolId}::uuid, ${teacherId}::uuid, c.id, cr.id from ${given}
    join courses c on c.school_id = ${schoolId} and c.id = t."courseId"
    join class_rooms cr on cr.school_id = ${schoolId} and cr.id = t."classRoomId" and cr.active
    on conflict do nothing`.execute(db)
}
