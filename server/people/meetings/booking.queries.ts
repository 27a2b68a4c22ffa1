import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { amongSchools } from '#server/db/rows.ts'

export type Meeting = { studentId: string; teacherId: string; starts: string }

/** The school of an evening, if it is one of these. */
export async function schoolOfRound(db: Db, schools: readonly string[], id: string) {
  if (schools.length === 0) return undefined
  const { rows } = await sql<{ schoolId: string }>`
    select school_id from meeting_rounds where ${amongSchools('school_id', schools)} and id = ${id}`.execute(db)
  return rows[0]?.schoolId
}

type RoundToBook = { today: string; day: string; allFrom: string | null; isOpen: boolean }

/**
 * An evening, locked until the call ends: against changes of it, and with `alone` against other bookings too. Who frees times and takes others
 * must be alone, because two that want the times of each other would wait for each other.
 */
export async function roundToBook(db: Db, schoolId: string, id: string, { alone, now }: { alone: boolean; now: Date }) {
  const { rows } = await sql<RoundToBook>`
    select r.day, r.all_from, (${now.toISOString()}::timestamptz at time zone s.time_zone)::date as today,
      r.opened_at is not null and ${now.toISOString()}::timestamptz
        < (r.day + r.from_time) at time zone s.time_zone - make_interval(hours => r.close_hours) as is_open
    from meeting_rounds r join schools s on s.id = ${schoolId}
    where r.school_id = ${schoolId} and r.id = ${id}
    for ${alone ? sql`no key update` : sql`share`} of r`.execute(db)
  return rows[0]
}

/** The teachers with whom the parents of these students can speak, with whether they asked for it. */
export async function teachersToMeet(db: Db, schoolId: string, roundId: string, studentIds: readonly string[]) {
  const { rows } = await sql<{ studentId: string; teacherId: string; isAsked: boolean }>`
    select st.id as student_id, t as teacher_id, exists (
      select from meeting_wishes w
      where w.school_id = ${schoolId} and w.round_id = r.id and w.teacher_id = t and w.student_id = st.id) as is_asked
    from meeting_rounds r
    join students st on st.school_id = ${schoolId} and st.id = any (${[...studentIds]}::uuid[]) and st.active
      and (r.class_room_ids = '{}' or st.class_room_id = any (r.class_room_ids))
    cross join lateral meeting_teachers_of(${schoolId}, r.id, st.class_room_id) t
    where r.school_id = ${schoolId} and r.id = ${roundId}`.execute(db)
  return rows
}

/** The bookings of these students in an evening. */
export async function bookingsOf(db: Db, schoolId: string, roundId: string, studentIds: readonly string[]) {
  const { rows } = await sql<Meeting & { id: string }>`
    select id, student_id, teacher_id, to_char(starts, 'HH24:MI') as starts from meeting_bookings
    where school_id = ${schoolId} and round_id = ${roundId} and student_id = any (${[...studentIds]}::uuid[])`.execute(
    db,
  )
  return rows
}

export const deleteBookings = (db: Db, schoolId: string, ids: readonly string[]) =>
  sql`delete from meeting_bookings where school_id = ${schoolId} and id = any (${[...ids]}::uuid[])`.execute(db)

/** Stores those of these meetings whose time exists, is not closed and not taken. Returns how many. */
export async function insertBookings(
  db: Db,
  at: { schoolId: string; roundId: string; by: string },
  meetings: readonly Meeting[],
) {
  const { numAffectedRows } = await sql`
    insert into meeting_bookings (school_id, id, round_id, teacher_id, student_id, starts, booked_by)
    select ${at.schoolId}::uuid, m.id, ${at.roundId}::uuid, m.teacher_id, m.student_id, m.starts, ${at.by}::uuid
    from unnest(${meetings.map(() => newId())}::uuid[], ${meetings.map(({ teacherId }) => teacherId)}::uuid[],
      ${meetings.map(({ studentId }) => studentId)}::uuid[], ${meetings.map(({ starts }) => starts)}::time[])
      as m (id, teacher_id, student_id, starts)
    join meeting_times(${at.schoolId}, ${at.roundId}) s on s.teacher_id = m.teacher_id and s.starts = m.starts and not s.is_closed
    order by m.teacher_id, m.starts
    on conflict on constraint meeting_bookings_one_a_time do nothing`.execute(db)
  return Number(numAffectedRows)
}

/** Whether two meetings about these students, in any of these schools, leave no time to walk from one to the other. */
export async function areInTwoPlaces(db: Db, schools: readonly string[], studentIds: readonly string[], day: string) {
  const { rows } = await sql<{ clash: boolean }>`
    with own as (
      select b.id, r.minutes + r.gap as lasts, (r.day + b.starts) at time zone s.time_zone as begins
      from meeting_bookings b
      join meeting_rounds r on r.school_id = b.school_id and r.id = b.round_id
      join schools s on s.id = b.school_id
      where ${amongSchools('b.school_id', schools)} and b.student_id = any (${[...studentIds]}::uuid[])
        and r.day between ${day}::date - 1 and ${day}::date + 1)
    select exists (
      select from own one join own other on other.id > one.id
        and other.begins < one.begins + make_interval(mins => one.lasts)
        and one.begins < other.begins + make_interval(mins => other.lasts)) as clash`.execute(db)
  return rows[0]!.clash
}

/** The students of a school who have a parent in common with this one, and this one. */
export async function siblingsOf(db: Db, schoolId: string, studentId: string) {
  const { rows } = await sql<{ id: string }>`
    select distinct other.student_id as id
    from parent_links l
    join parent_links other on other.school_id = ${schoolId} and other.parent_id = l.parent_id and other.sees
    where l.school_id = ${schoolId} and l.student_id = ${studentId} and l.sees
    union select ${studentId}::uuid`.execute(db)
  return rows.map(({ id }) => id)
}

type Cancelling = { schoolId: string; studentId: string; bookingId: string; now: Date }

/** Cancels a booking about a student whose time has not come. Returns its evening. */
export async function cancelBookingOfChild(db: Db, { schoolId, studentId, bookingId, now }: Cancelling) {
  const { rows } = await sql<{ roundId: string }>`
    delete from meeting_bookings b
    using meeting_rounds r, schools s
    where b.school_id = ${schoolId} and b.id = ${bookingId} and b.student_id = ${studentId}
      and r.school_id = ${schoolId} and r.id = b.round_id and s.id = ${schoolId}
      and (r.day + b.starts) at time zone s.time_zone > ${now.toISOString()}::timestamptz
    returning b.round_id`.execute(db)
  return rows[0]?.roundId
}
