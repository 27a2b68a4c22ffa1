import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { fixed } from '#server/db/speculation/compiled.ts'
import { lockKeyOf } from '#server/db/named-lock.ts'
import { schoolAs } from '#server/db/rows.ts'

/** Whether a register counts, from the columns with its class and day. Registers of closed days do not count. */
export const counts = (row: { inSchool?: string; classRoom: string; date: string }) => sql<boolean>`not exists (
  select from uncounted_registers u
  where u.school_id = ${schoolAs(row, row.classRoom)} and u.class_room_id = ${sql.ref(row.classRoom)} and u.date = ${sql.ref(row.date)})`

/** The same for many rows of one school: its registers that do not count are read once and not looked up for each row. */
export const countsOfMany = (schoolId: string, row: { classRoom: string; date: string }) => sql<boolean>`(
  (${sql.ref(row.classRoom)}, ${sql.ref(row.date)}) not in (
    select u.class_room_id, u.date from uncounted_registers u where u.school_id = ${schoolId}))`

/**
 * Joins the open days of a grade as `k`, one row for each row before it. 'c' is the alias of class_rooms. `isOpen` then checks
 * a day. Without a calendar, every day is open.
 */
export const joinClosures = (classRoom: string) => sql`
  left join lateral closures_of(${sql.ref(`${classRoom}.school_id`)}, ${sql.ref(`${classRoom}.grade_id`)}) k on true`

export const isOpen = (day: RawBuilder<unknown>) => sql<boolean>`is_open(${day}, k.open_weekdays, k.closed)`

/** Why a class has no school on a day: the name of the closing, if it has one. */
export type Closing = { name: string | null; isWeekday: boolean }

/**
 * The name of the holiday of a class on a day; null if there is none. If there are several, the one of its own grade is used.
 */
export const holidayOf = (classRoom: string, day: string | RawBuilder<string>, inSchool?: string) => sql<
  string | null
>`(
  select d.name from calendar_days d
  where d.school_id = ${schoolAs({ inSchool }, `${classRoom}.id`)} and d.kind = 'holiday' and d.removed_at is null
    and ${day}::date between d.from_day and d.to_day
    and (d.grade_ids is null or ${sql.ref(`${classRoom}.grade_id`)} = any (d.grade_ids))
  order by d.grade_ids is null, d.from_day desc, d.id limit 1)`

/** The closing of a class on a day; no row if the day is open. It can be sent together with other statements. */
export const closingRow = fixed(
  (schoolId: string, classRoomId: string, date: string) => sql<Closing>`
    select ${holidayOf('c', date, schoolId)} as name,
      (k.open_weekdays >> extract(dow from ${date}::date)::integer) & 1 = 0 as is_weekday
    from class_rooms c ${joinClosures('c')}
    where c.school_id = ${schoolId} and c.id = ${classRoomId} and not ${isOpen(sql`${date}::date`)}`,
)

/**
 * Locks the open and closed days of a school until the call ends. Registers do not wait for each other. Without the lock, a
 * register that is stored while its day is being closed would still count.
 */
export const keepingCalendar = fixed(
  (schoolId: string) => sql`select from school_calendars where school_id = ${schoolId} for key share`,
)

/**
 * The same for a school without a calendar. The call that creates the first calendar waits for its registers, and they wait for
 * it (`lockCalendar`).
 */
export const keepingNoCalendar = (schoolId: string) => sharingFirstCalendar(firstCalendarOf(schoolId), schoolId)

/** The name of the lock for the first calendar of a school. */
export const firstCalendarOf = (schoolId: string) => `first calendar ${schoolId}`

const sharingFirstCalendar = fixed(
  (name: string, schoolId: string) => sql`
    select pg_advisory_xact_lock_shared(${lockKeyOf(name)})
    where not exists (select from school_calendars where school_id = ${schoolId})`,
)

/** Marks a register that was taken on a closed day for a reason as not counted, like every register of a closed day. */
export const leaveUncounted = (db: Db, schoolId: string, classRoomId: string, date: string) =>
  sql`
  insert into uncounted_registers (school_id, class_room_id, date) values (${schoolId}, ${classRoomId}, ${date})
  on conflict do nothing`.execute(db)

type Range = { schoolId: string; classRoomId: string; from: string; to: string }

/**
 * How many days of a range are open for a class, which ones are closed, the first open day of the range or after it, and whether the results
 * of the term of its first day are closed.
 */
export async function countOpenDays(db: Db, { schoolId, classRoomId, from, to }: Range) {
  const { rows } = await sql<CountedDays>`
    select (select count(*)::integer from open_days(${schoolId}, c.grade_id, ${from}, ${to})) as open_days,
      coalesce((
        select jsonb_agg(one.day::date order by one.day) from generate_series(${from}::date, ${to}::date, interval '1 day') as one (day)
        where not ${isOpen(sql`one.day::date`)}), '[]') as closed_days,
      (select min(d) from open_days(${schoolId}, c.grade_id, ${from}, ${from}::date + 120) d) as next_open_day,
      exists (select from school_calendars s where s.school_id = ${schoolId}) as has_calendar,
      exists (
        select from terms t
        join term_closings e on e.school_id = ${schoolId} and e.term_id = t.id and e.grade_id = c.grade_id and e.reopened_at is null
        where t.school_id = ${schoolId} and ${from}::date between t.start_date and t.end_date) as results_closed
    from class_rooms c ${joinClosures('c')}
    where c.school_id = ${schoolId} and c.id = ${classRoomId}`.execute(db)
  return rows[0]!
}

type CountedDays = {
  openDays: number
  closedDays: string[]
  nextOpenDay: string | null
  hasCalendar: boolean
  resultsClosed: boolean
}

/** The open days of a range by grade; null is the whole school. */
export async function openDaysByGrade(db: Db, schoolId: string, from: string, to: string) {
  const { rows } = await sql<{ gradeId: string | null; openDays: number }>`
    select g.id as grade_id, (
      select count(*)::integer from open_days(${schoolId}, g.id, ${from}, ${to})) as open_days
    from (
      select null::uuid as id
      union
      select k.grade_id from calendar_closures k where k.school_id = ${schoolId}) g`.execute(db)
  return rows
}

/** The registers of a school that do not count now, for comparison after a change. */
export async function uncountedNow(db: Db, schoolId: string): Promise<string> {
  const { rows } = await sql<{ uncounted: string }>`
    select coalesce(jsonb_agg(jsonb_build_object('id', class_room_id, 'date', date)), '[]')::text as uncounted
    from uncounted_registers where school_id = ${schoolId}`.execute(db)
  return rows[0]!.uncounted
}

/** The registers that no longer count after a change, and those that count again. */
export async function registersChanged(db: Db, schoolId: string, uncounted: string) {
  const isTaken = isRegisterTaken(schoolId, { classRoom: 'r.id', date: 'r.date' })
  const { rows } = await sql<{ registersClosed: number; registersOpened: number }>`
    with before as (
      select b.id, b.date from jsonb_to_recordset(${uncounted}::jsonb) as b (id uuid, date date)
    ), now as (
      select class_room_id as id, date from uncounted_registers where school_id = ${schoolId}
    ), closed as (
      select n.* from now n where not exists (select from before b where b.id = n.id and b.date = n.date)
    ), opened as (
      select b.* from before b where not exists (select from now n where b.id = n.id and b.date = n.date)
    )
    select (select count(*)::integer from closed r where ${isTaken}) as registers_closed,
      (select count(*)::integer from opened r where ${isTaken}) as registers_opened`.execute(db)
  return rows[0]!
}

/** Whether a class has a register of a day. A sheet whose marks were all removed is not a register. */
export const isRegisterTaken = (schoolId: string, of: { classRoom: string; date: string }) => sql<boolean>`exists (
  select from attendance_marks m
  where m.school_id = ${schoolId} and m.class_room_id = ${sql.ref(of.classRoom)} and m.date = ${sql.ref(of.date)})`

/** The same of registers that were taken here, without what was brought from another system. */
export const isTakenHere = (schoolId: string, of: { classRoom: string; date: string }) => sql<boolean>`exists (
  select from attendance_marks m
  where m.school_id = ${schoolId} and m.class_room_id = ${sql.ref(of.classRoom)} and m.date = ${sql.ref(of.date)} and m.import_id is null)`
