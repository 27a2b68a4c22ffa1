import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { byName, fullName } from '#server/db/search.ts'

type Outcome = 'held' | 'missed'
type TeacherOfRound = { teacherId: string; teacherName: string; room: string | null; free: number; booked: number }

export const clockText = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'HH24:MI')`
const clockOrNull = (column: string) => sql<string | null>`to_char(${sql.ref(column)}, 'HH24:MI')`

const roundRows = (db: Db, schoolId: string) =>
  db
    .selectFrom('meetingRounds as r')
    .where('r.schoolId', '=', schoolId)
    .select(['r.id', 'r.schoolId', 'r.title', 'r.day', 'r.minutes', 'r.gap', 'r.classRoomIds', 'r.allFrom'])
    .select(['r.closeHours', 'r.openedAt', 'r.version'])
    .select([clockText('r.from_time').as('fromTime'), clockText('r.to_time').as('toTime')])
    .select([clockOrNull('r.break_from').as('breakFrom'), clockOrNull('r.break_to').as('breakTo')])
    .select(
      sql<TeacherOfRound[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('teacherId', t.teacher_id, 'teacherName', ${fullName('u')}, 'room', t.room,
          'free', (select count(*) from free_meeting_times(${schoolId}, r.id) f where f.teacher_id = t.teacher_id),
          'booked', (select count(*) from meeting_bookings b
            where b.school_id = ${schoolId} and b.round_id = r.id and b.teacher_id = t.teacher_id)) order by ${byName(fullName('u'))}), '[]')
        from meeting_teachers t join users u on u.id = t.teacher_id
        where t.school_id = ${schoolId} and t.round_id = r.id)`.as('teachers'),
    )

/** The parents' evenings of a school, the latest first. */
export const roundsOf = (db: Db, schoolId: string, page: PageRequest) =>
  paged(roundRows(db, schoolId).orderBy('r.day', 'desc').orderBy('r.id'), page)

export const roundOf = (db: Db, schoolId: string, id: string) =>
  roundRows(db, schoolId).where('r.id', '=', id).executeTakeFirst()

/** Who teaches or leads active classes of a school, by name, with these classes. */
export const teachersWithClasses = (db: Db, schoolId: string, page: PageRequest) =>
  paged(
    db
      .selectFrom(
        sql<{ teacherId: string; classRoomId: string }>`(
          select c.supervisor_id as teacher_id, c.id as class_room_id from class_rooms c
          where c.school_id = ${schoolId} and c.active and c.supervisor_id is not null
          union
          select k.teacher_id, k.class_room_id from class_teacher_courses k
          join class_rooms c on c.school_id = ${schoolId} and c.id = k.class_room_id and c.active
          where k.school_id = ${schoolId})`.as('t'),
      )
      .innerJoin('users as u', 'u.id', 't.teacherId')
      .select(['t.teacherId', fullName('u').as('teacherName')])
      .select(sql<string[]>`array_agg(t.class_room_id order by t.class_room_id)`.as('classRoomIds'))
      .groupBy(['t.teacherId', 'u.id'])
      .orderBy(byName(fullName('u')))
      .orderBy('t.teacherId'),
    page,
  )

/** How many of these people teach or work in the school. */
export async function countMembers(db: Db, schoolId: string, ids: readonly string[]) {
  const { rows } = await sql<{ many: number }>`
    select count(distinct person_id)::integer as many from school_members
    where school_id = ${schoolId} and person_id = any (${[...ids]}::uuid[])`.execute(db)
  return rows[0]!.many
}

/** Locks an evening against every booking of it until the call ends. */
export async function lockRound(db: Db, schoolId: string, id: string) {
  const { rows } = await sql<{ version: number; day: string; openedAt: string | null }>`
    select version, day, opened_at from meeting_rounds where school_id = ${schoolId} and id = ${id} for no key update`.execute(
    db,
  )
  return rows[0]
}

export type RoundToStore = {
  title: string
  day: string
  fromTime: string
  toTime: string
  minutes: number
  gap: number
  breakFrom: string | null
  breakTo: string | null
  classRoomIds: string[]
  allFrom: string | null
  closeHours: number
}

export async function insertRound(db: Db, schoolId: string, madeBy: string, round: RoundToStore) {
  const id = newId()
  await db
    .insertInto('meetingRounds')
    .values({ id, schoolId, madeBy, ...round })
    .execute()
  return id
}

type Participant = { teacherId: string; room: string | null }

/** Exactly these people take part; who already did keeps the times that they closed. Bookings with others must be cancelled before. */
export async function storeParticipants(db: Db, schoolId: string, roundId: string, teachers: readonly Participant[]) {
  const ids = teachers.map(({ teacherId }) => teacherId)
  const rooms = teachers.map(({ room }) => room)
  await sql`
    delete from meeting_teachers
    where school_id = ${schoolId} and round_id = ${roundId} and teacher_id <> all (${ids}::uuid[])`.execute(db)
  await sql`
    insert into meeting_teachers (school_id, round_id, teacher_id, room)
    select ${schoolId}::uuid, ${roundId}::uuid, t.id, t.room from unnest(${ids}::uuid[], ${rooms}::text[]) as t (id, room)
    on conflict (school_id, round_id, teacher_id) do update set room = excluded.room`.execute(db)
}

const cancelled = async (db: Db, statement: RawBuilder<{ studentId: string }>) =>
  (await statement.execute(db)).rows.map(({ studentId }) => studentId)

/** Cancels bookings with anybody but these people. Returns their students. */
export const cancelWithOthers = (db: Db, schoolId: string, roundId: string, teacherIds: readonly string[]) =>
  cancelled(
    db,
    sql`
      delete from meeting_bookings
      where school_id = ${schoolId} and round_id = ${roundId} and teacher_id <> all (${[...teacherIds]}::uuid[])
      returning student_id`,
  )

/** Cancels the bookings of times that no longer exist. Returns their students. */
export const cancelWithoutTime = (db: Db, schoolId: string, roundId: string) =>
  cancelled(
    db,
    sql`
      delete from meeting_bookings b
      where b.school_id = ${schoolId} and b.round_id = ${roundId} and not exists (
        select from meeting_times(${schoolId}, ${roundId}) s where s.teacher_id = b.teacher_id and s.starts = b.starts)
      returning b.student_id`,
  )

/** Cancels one booking. Returns its student. */
export const cancelBooking = (db: Db, schoolId: string, roundId: string, bookingId: string) =>
  cancelled(
    db,
    sql`
      delete from meeting_bookings
      where school_id = ${schoolId} and round_id = ${roundId} and id = ${bookingId} returning student_id`,
  )

/** Every time of an evening, or of one of its teachers, with who comes. */
export const boardOf = (db: Db, schoolId: string, roundId: string, teacherId: string | null, page: PageRequest) =>
  paged(
    db
      .selectFrom(
        sql<{ teacherId: string; starts: string; isClosed: boolean }>`meeting_times(${schoolId}, ${roundId})`.as('s'),
      )
      .innerJoin('meetingTeachers as t', 't.teacherId', 's.teacherId')
      .innerJoin('users as u', 'u.id', 's.teacherId')
      .leftJoin('meetingBookings as b', (on) =>
        on
          .on('b.schoolId', '=', schoolId)
          .on('b.roundId', '=', roundId)
          .onRef('b.teacherId', '=', 's.teacherId')
          .on(sql<boolean>`b.starts = s.starts::time`),
      )
      .leftJoin('students as st', (on) => on.on('st.schoolId', '=', schoolId).onRef('st.id', '=', 'b.studentId'))
      .leftJoin('classRooms as c', (on) => on.on('c.schoolId', '=', schoolId).onRef('c.id', '=', 'st.classRoomId'))
      .leftJoin('users as by', 'by.id', 'b.bookedBy')
      .where('t.schoolId', '=', schoolId)
      .where('t.roundId', '=', roundId)
      .$if(teacherId !== null, (rows) => rows.where('s.teacherId', '=', teacherId!))
      .select([
        's.teacherId',
        fullName('u').as('teacherName'),
        't.room',
        clockText('s.starts').as('starts'),
        's.isClosed',
      ])
      .select(['b.id as bookingId', 'b.studentId', sql<Outcome | null>`b.outcome`.as('outcome')])
      .select([sql<string | null>`nullif(${fullName('st')}, '')`.as('studentName'), 'c.name as classRoomName'])
      .select(sql<string | null>`nullif(${fullName('by')}, '')`.as('bookedByName'))
      .orderBy(byName(fullName('u')))
      .orderBy('s.teacherId')
      .orderBy('s.starts'),
    page,
  )
