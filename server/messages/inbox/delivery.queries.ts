import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** An item of the inbox that an event creates for one person. */
export type ItemToStore = {
  kind: string
  /** Null means: the parents of a paid student who are linked when the item is stored. */
  personId: string | null
  studentId?: string
  subjectIds?: readonly string[]
  day?: string
  isOn?: boolean
}

/** The parents to notify today about students who are active or have left, in an active school, as pairs of student and person. */
export async function parentsToNotify(db: Db, schoolId: string, studentIds: readonly string[]) {
  const { rows } = await sql<{ studentId: string; personId: string }>`
    select sp.student_id, sp.parent_id as person_id
    from parent_links sp
    join students st on st.school_id = sp.school_id and st.id = sp.student_id and (st.active or st.left_on is not null)
    join schools s on s.id = st.school_id and s.active
    where sp.school_id = ${schoolId} and sp.student_id = any (${[...studentIds]}) and sp.is_notified`.execute(db)
  return rows
}

/** Of these students the people who pay and are notified, or one of them, each once: with the first of their children. */
export async function payersOfFees(
  db: Db,
  schoolId: string,
  studentIds: readonly string[],
  only: string | null = null,
) {
  const { rows } = await sql<{ studentId: string; personId: string }>`
    select min(sp.student_id::text) as student_id, sp.parent_id as person_id
    from parent_links sp join schools s on s.id = sp.school_id and s.active
    where sp.school_id = ${schoolId} and sp.student_id = any (${[...studentIds]}) and sp.is_notified and sp.pays
      and (${only}::uuid is null or sp.parent_id = ${only})
    group by sp.parent_id`.execute(db)
  return rows
}

/**
 * The people with an account whose phone numbers are not linked yet and whom the school has not asked about them, each with all of these
 * invitations.
 */
export async function invitedWithAccount(db: Db, invitationIds: readonly string[]) {
  const { rows } = await sql<{ personId: string; subjectIds: string[] }>`
    select u.id as person_id, array_agg(p.id order by p.id) as subject_ids
    from parent_invitations p join users u on u.phone_number = p.phone_number
    where p.id = any (${[...invitationIds]}) and p.accepted_at is null and p.removed_at is null and not exists (
      select from inbox_items i join parent_invitations asked on asked.id = any (i.subject_ids)
      where i.person_id = u.id and i.kind = 'parentInvited' and asked.school_id = p.school_id
        and asked.phone_number = u.phone_number and asked.accepted_at is null and asked.removed_at is null)
    group by u.id`.execute(db)
  return rows
}

/** Those of these papers that were not revoked since they were issued. */
export async function validPapers(db: Db, schoolId: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    select id from papers where school_id = ${schoolId} and id = any (${[...ids]}) and revoked_at is null`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The active students of these classes. */
export async function studentsOfClasses(db: Db, schoolId: string, classRoomIds: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    select id from students
    where school_id = ${schoolId} and class_room_id = any (${[...classRoomIds]}) and active and merged_into is null order by id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Who gives these covers or is asked to, each with theirs. */
export async function coveringToNotify(db: Db, schoolId: string, ids: readonly string[]) {
  const { rows } = await sql<{ personId: string; subjectIds: string[]; isGiven: boolean }>`
    select c.teacher_id as person_id, array_agg(c.id order by c.id) as subject_ids, bool_or(c.state = 'given') as is_given
    from covers c
    where c.school_id = ${schoolId} and c.id = any (${[...ids]}) and c.state in ('asked', 'given') and c.teacher_id is not null
    group by c.teacher_id order by 1`.execute(db)
  return rows
}

/**
 * The day of a parents' evening that is open and not over, and the people whom it asks: its teachers, and the parents of the students of its
 * classes.
 */
export async function roundToNotify(db: Db, schoolId: string, roundId: string) {
  const { rows } = await sql<{ day: string; personIds: string[] }>`
    select r.day, array(
        select t.teacher_id from meeting_teachers t where t.school_id = ${schoolId} and t.round_id = r.id
        union
        select l.parent_id from parent_links l
        join students st on st.school_id = ${schoolId} and st.id = l.student_id and st.active
          and (r.class_room_ids = '{}' or st.class_room_id = any (r.class_room_ids))
        where l.school_id = ${schoolId} and l.is_notified) as person_ids
    from meeting_rounds r join schools s on s.id = ${schoolId} and s.active
    where r.school_id = ${schoolId} and r.id = ${roundId} and r.opened_at is not null
      and (r.day + r.to_time) at time zone s.time_zone > now()`.execute(db)
  return rows[0]
}

/** The students for whom nobody answered a form that is open, and its last day. */
export async function formToAnswer(db: Db, schoolId: string, formId: string) {
  const { rows } = await sql<{ day: string | null; studentIds: string[] }>`
    select f.until_day as day, array(select st.id from unanswered_of_form(${schoolId}, f.id) st (id) order by 1) as student_ids
    from forms f where f.school_id = ${schoolId} and f.id = ${formId} and f.closed_at is null`.execute(db)
  const { day = null, studentIds = [] } = rows[0] ?? {}
  return { ...(day && { day }), studentIds }
}

/** The students whose parents a teacher of an evening wants to see. */
export async function askedToMeet(db: Db, schoolId: string, roundId: string) {
  const { rows } = await sql<{ studentId: string }>`
    select distinct student_id from meeting_wishes where school_id = ${schoolId} and round_id = ${roundId} order by 1`.execute(
    db,
  )
  return rows.map(({ studentId }) => studentId)
}

/** Who meets at an evening: its teachers with a booking, and the students. */
export async function meetingsBooked(db: Db, schoolId: string, roundId: string) {
  const { rows } = await sql<{ teacherId: string; studentId: string }>`
    select teacher_id, student_id from meeting_bookings
    where school_id = ${schoolId} and round_id = ${roundId} order by student_id, teacher_id`.execute(db)
  const distinct = (all: string[]) => [...new Set(all)]
  return {
    teacherIds: distinct(rows.map(({ teacherId }) => teacherId)),
    studentIds: distinct(rows.map(({ studentId }) => studentId)),
  }
}

async function personsOf(db: Db, statement: RawBuilder<{ personId: string }>) {
  const { rows } = await statement.execute(db)
  return rows.map(({ personId }) => personId)
}

export const membersOf = (db: Db, schoolId: string) =>
  personsOf(db, sql`select distinct person_id from school_members where school_id = ${schoolId}`)

export const managersOf = (db: Db, schoolId: string) =>
  personsOf(db, sql`select distinct person_id from school_managers where school_id = ${schoolId}`)

export const managersAnywhere = (db: Db) => personsOf(db, sql`select distinct person_id from school_managers`)

/** The people with a key in a school, or app-wide if `schoolId` is null. */
export const holdersOf = (db: Db, key: string, schoolId: string | null) =>
  personsOf(
    db,
    sql`select distinct person_id from held_keys where key = ${key} and school_id is not distinct from ${schoolId}`,
  )

/** The people who may do more on the platform than everybody with an account, who has the keys `ofEverybody`. */
export const platformStaff = (db: Db, ofEverybody: readonly string[]) =>
  personsOf(
    db,
    sql`
      select distinct person_id from held_keys
      where school_id is null and key <> all (${[...ofEverybody]}::text[])`,
  )

/** The people with a role: app-wide, or in any school, because the roles of schools are the same in all. */
export const holdersOfRole = (db: Db, roleId: string) =>
  personsOf(db, sql`select distinct user_id as person_id from user_roles where role_id = ${roleId}`)

/** The people to whom a post was addressed, who have not read it and who may be notified of it now. */
export const addressedBy = (db: Db, schoolId: string, postId: string) =>
  personsOf(
    db,
    sql`
      select r.person_id from post_readers r
      where r.school_id = ${schoolId} and r.post_id = ${postId} and r.addressed and r.read_at is null
        and is_notified_of_post(${schoolId}, r.post_id, r.person_id, r.student_ids)`,
  )

/** Who is notified of a text of a thread now; `ofFamily`: as a parent of the child. */
export async function readersToNotify(db: Db, schoolId: string, textId: string) {
  const { rows } = await sql<{ personId: string; studentId: string | null; ofFamily: boolean }>`
    select person_id, student_id, of_family from readers_to_notify(${schoolId}, ${textId})`.execute(db)
  return rows
}

export const supervisorsOf = (db: Db, classRoomId: string) =>
  personsOf(
    db,
    sql`select supervisor_id as person_id from class_rooms where id = ${classRoomId} and supervisor_id is not null`,
  )
