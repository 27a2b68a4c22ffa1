import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { amongSchools } from '#server/db/rows.ts'
import { byName, fullName } from '#server/db/search.ts'

type Outcome = 'held' | 'missed'

export type OwnTime = {
  roundId: string
  starts: string
  isClosed: boolean
  bookingId: string | null
  studentId: string | null
  studentName: string | null
  classRoomName: string | null
  bookedByName: string | null
  outcome: Outcome | null
}

type Person = { schoolId: string; personId: string }

/** The evenings in which a teacher takes part, from a day on, the next first. */
export const ownRounds = ({ schoolId, personId }: Person, from: string) => sql<{
  id: string
  schoolId: string
  title: string
  day: string
  minutes: number
  room: string | null
  isOpened: boolean
}>`
  select r.id, r.school_id, r.title, r.day, r.minutes, t.room, r.opened_at is not null as is_opened
  from meeting_teachers t join meeting_rounds r on r.school_id = ${schoolId} and r.id = t.round_id
  where t.school_id = ${schoolId} and t.teacher_id = ${personId} and r.day >= ${from}
  order by r.day, r.id`

/** Their times in these evenings. */
export const ownTimes = ({ schoolId, personId }: Person, from: string) => sql<OwnTime>`
  select r.id as round_id, to_char(s.starts, 'HH24:MI') as starts, s.is_closed, b.id as booking_id, b.student_id,
    nullif(${fullName('st')}, '') as student_name, c.name as class_room_name, nullif(${fullName('u')}, '') as booked_by_name, b.outcome
  from meeting_teachers t
  join meeting_rounds r on r.school_id = ${schoolId} and r.id = t.round_id
  cross join lateral meeting_times(${schoolId}, r.id) s
  left join meeting_bookings b on b.school_id = ${schoolId} and b.round_id = r.id and b.teacher_id = s.teacher_id and b.starts = s.starts
  left join students st on st.school_id = ${schoolId} and st.id = b.student_id
  left join class_rooms c on c.school_id = ${schoolId} and c.id = st.class_room_id
  left join users u on u.id = b.booked_by
  where t.school_id = ${schoolId} and t.teacher_id = ${personId} and s.teacher_id = ${personId} and r.day >= ${from}
  order by s.starts`

/** The students whose parents they may ask to come to an evening that is not over. */
export const ownStudents = ({ schoolId, personId }: Person, today: string) => sql<{
  roundId: string
  studentId: string
  studentName: string
  classRoomName: string
  isAsked: boolean
}>`
  select r.id as round_id, st.id as student_id, ${fullName('st')} as student_name, c.name as class_room_name,
    exists (
      select from meeting_wishes w
      where w.school_id = ${schoolId} and w.round_id = r.id and w.teacher_id = ${personId} and w.student_id = st.id) as is_asked
  from meeting_teachers t
  join meeting_rounds r on r.school_id = ${schoolId} and r.id = t.round_id
  join class_rooms c on c.school_id = ${schoolId} and (r.class_room_ids = '{}' or c.id = any (r.class_room_ids))
  join students st on st.school_id = ${schoolId} and st.class_room_id = c.id and st.active
  where t.school_id = ${schoolId} and t.teacher_id = ${personId} and r.day >= ${today}
    and ${personId}::uuid in (select meeting_teachers_of(${schoolId}, r.id, c.id))
  order by ${byName('c.name')}, ${byName(fullName('st'))}, st.id`

/** Returns whether the person takes part in the evening. */
export async function closeTimes(db: Db, { schoolId, personId }: Person, roundId: string, closed: readonly string[]) {
  const { numAffectedRows } = await sql`
    update meeting_teachers set closed = ${[...closed]}::time[]
    where school_id = ${schoolId} and round_id = ${roundId} and teacher_id = ${personId}`.execute(db)
  return numAffectedRows === 1n
}

/** Whether somebody comes at one of the times that a teacher closed. */
export async function isClosedBooked(db: Db, { schoolId, personId }: Person, roundId: string) {
  const { rows } = await sql<{ booked: boolean }>`
    select exists (
      select from meeting_bookings b
      join meeting_teachers t on t.school_id = ${schoolId} and t.round_id = b.round_id and t.teacher_id = b.teacher_id
      where b.school_id = ${schoolId} and b.round_id = ${roundId} and b.teacher_id = ${personId} and b.starts = any (t.closed)) as booked`.execute(
    db,
  )
  return rows[0]!.booked
}

type Wish = Person & { roundId: string; studentId: string }

/** Returns whether the wish is new. */
export async function insertWish(db: Db, { schoolId, roundId, personId, studentId }: Wish) {
  const { numAffectedRows } = await sql`
    insert into meeting_wishes (school_id, id, round_id, teacher_id, student_id)
    values (${schoolId}, ${newId()}, ${roundId}, ${personId}, ${studentId})
    on conflict on constraint meeting_wishes_once do nothing`.execute(db)
  return numAffectedRows === 1n
}

export const deleteWish = (db: Db, { schoolId, roundId, personId, studentId }: Wish) =>
  sql`
    delete from meeting_wishes
    where school_id = ${schoolId} and round_id = ${roundId} and teacher_id = ${personId} and student_id = ${studentId}`.execute(
    db,
  )

/** Returns whether the booking is with this teacher. */
export async function settleMeeting(
  db: Db,
  { schoolId, personId }: Person,
  { roundId, bookingId, outcome }: { roundId: string; bookingId: string; outcome: Outcome | null },
) {
  const { numAffectedRows } = await sql`
    update meeting_bookings set outcome = ${outcome}, version = version + 1, modified_at = now()
    where school_id = ${schoolId} and round_id = ${roundId} and id = ${bookingId} and teacher_id = ${personId}`.execute(
    db,
  )
  return numAffectedRows === 1n
}

export type FamilyMeeting = {
  roundId: string
  studentId: string
  studentName: string
  teacherId: string
  teacherName: string
  courseNames: string[]
  room: string | null
  isAsked: boolean
  bookingId: string | null
  starts: string | null
  bookedByName: string | null
}

type Family = { schools: readonly string[]; studentIds: readonly string[]; now: Date }

/** The evenings of today and later that are open or where one of these children has a meeting, the next first. */
export const familyRounds = ({ schools, studentIds, now }: Family) => sql<{
  id: string
  schoolId: string
  schoolName: string
  title: string
  day: string
  today: string
  minutes: number
  gap: number
  closesAt: string
  allFrom: string | null
  isOpened: boolean
}>`
  select r.id, r.school_id, s.name as school_name, r.title, r.day, moment.today, r.minutes, r.gap, r.all_from,
    (r.day + r.from_time) at time zone s.time_zone - make_interval(hours => r.close_hours) as closes_at, r.opened_at is not null as is_opened
  from meeting_rounds r
  join schools s on s.id = r.school_id and s.active
  cross join lateral (select (${now.toISOString()}::timestamptz at time zone s.time_zone)::date as today) moment
  where ${amongSchools('r.school_id', schools)} and r.day >= moment.today and (
    r.opened_at is not null or exists (
      select from meeting_bookings b
      where b.school_id = r.school_id and b.round_id = r.id and b.student_id = any (${[...studentIds]}::uuid[])))
  order by r.day, r.id`

/** Each of these children with each of its teachers of these evenings. */
export const familyMeetings = ({ schools, studentIds }: Family, roundIds: readonly string[]) => sql<FamilyMeeting>`
  select r.id as round_id, st.id as student_id, ${fullName('st')} as student_name, t.teacher_id, ${fullName('u')} as teacher_name,
    coalesce(taught.names, '{}') as course_names, t.room, exists (
      select from meeting_wishes w
      where w.school_id = r.school_id and w.round_id = r.id and w.teacher_id = t.teacher_id and w.student_id = st.id) as is_asked,
    b.id as booking_id, to_char(b.starts, 'HH24:MI') as starts, nullif(${fullName('p')}, '') as booked_by_name
  from meeting_rounds r
  join students st on st.school_id = r.school_id and st.id = any (${[...studentIds]}::uuid[]) and st.active
  join meeting_teachers t on t.school_id = r.school_id and t.round_id = r.id
  join users u on u.id = t.teacher_id
  left join lateral (
    select array_agg(c.name order by ${byName('c.name')}) as names
    from class_teacher_courses k join courses c on c.school_id = r.school_id and c.id = k.course_id
    where k.school_id = r.school_id and k.class_room_id = st.class_room_id and k.teacher_id = t.teacher_id) taught on true
  left join meeting_bookings b on b.school_id = r.school_id and b.round_id = r.id and b.teacher_id = t.teacher_id and b.student_id = st.id
  left join users p on p.id = b.booked_by
  where ${amongSchools('r.school_id', schools)} and r.id = any (${[...roundIds]}::uuid[]) and (
    b.id is not null or (r.class_room_ids = '{}' or st.class_room_id = any (r.class_room_ids))
      and t.teacher_id in (select meeting_teachers_of(r.school_id, r.id, st.class_room_id)))
  order by st.id, is_asked desc, ${byName(fullName('u'))}, t.teacher_id`

/** The times of these evenings that nobody has booked. */
export const freeTimes = ({ schools }: Family, roundIds: readonly string[]) => sql<{
  roundId: string
  teacherId: string
  starts: string[]
}>`
  select r.id as round_id, f.teacher_id, array_agg(to_char(f.starts, 'HH24:MI') order by f.starts) as starts
  from meeting_rounds r cross join lateral free_meeting_times(r.school_id, r.id) f
  where ${amongSchools('r.school_id', schools)} and r.id = any (${[...roundIds]}::uuid[])
  group by r.id, f.teacher_id`
