import { type RawBuilder, sql } from 'kysely'
import { type Reach, wholeSchool } from '#server/db/reach.ts'
import { fixed } from '#server/db/speculation/compiled.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { isSettled } from '#server/school/presence/settled-marks.queries.ts'
import { inReach } from '#server/db/rows.ts'
import { containsFolded, fullName } from '#server/db/search.ts'

export type ExcuseKind = 'illness' | 'appointment' | 'family' | 'travel' | 'other' | 'mission' | 'suspension'

/** Within how many days after an absence the parents may excuse it; 7 if the school has set nothing. */
export async function excuseWithin(db: Db, schoolId: string) {
  const { rows } = await sql<{ within: number }>`
    select coalesce((select excuse_within from absence_settings where school_id = ${schoolId}), 7) as within`.execute(
    db,
  )
  return rows[0]!.within
}

export type Days = { schoolId: string; studentId: string; fromDay: string; toDay: string }

/** A part of one day; both null for whole days. */
export type Hours = { fromTime: string | null; toTime: string | null }

/** Whether the school is open for a student on at least one of these days. */
export async function hasOpenDay(db: Db, { schoolId, studentId, fromDay, toDay }: Days) {
  const { rows } = await sql<{ open: boolean }>`
    select exists (
      select from students st join class_rooms c on c.school_id = st.school_id and c.id = st.class_room_id
      cross join lateral open_days(${schoolId}, c.grade_id, ${fromDay}, ${toDay}) as day
      where st.school_id = ${schoolId} and st.id = ${studentId}) as open`.execute(db)
  return rows[0]!.open
}

/** Whether a waiting or accepted excuse covers one of these days or hours. */
export async function isCovered(db: Db, { schoolId, studentId, fromDay, toDay, fromTime, toTime }: Days & Hours) {
  const { rows } = await sql<{ covered: boolean }>`
    select exists (
      select from excuses where school_id = ${schoolId} and student_id = ${studentId} and accepted is not false
        and from_day <= ${toDay} and to_day >= ${fromDay}
        and not coalesce(to_time <= ${fromTime}::time, false) and not coalesce(from_time >= ${toTime}::time, false)) as covered`.execute(
    db,
  )
  return rows[0]!.covered
}

export type ExcuseToStore = Days &
  Hours & {
    kind: ExcuseKind
    text: string | null
    imageUrl: string | null
    byParent: boolean
    askedBy: string
    /** An excuse that the school enters itself is accepted at once by the person who enters it. */
    acceptedBy: string | null
  }

/** Stores an excuse and returns its id. */
export async function insertExcuse(db: Db, { acceptedBy, ...excuse }: ExcuseToStore) {
  const id = newId()
  const decided = { accepted: true, decidedBy: acceptedBy, decidedAt: sql<string>`now()` }
  await db
    .insertInto('excuses')
    .values({ id, ...excuse, ...(acceptedBy && decided) })
    .execute()
  return id
}

/** Locks an excuse of a student until the call ends. */
export const lockExcuse = async (db: Db, schoolId: string, studentId: string, id: string) =>
  (
    await sql<{ accepted: boolean | null; fromDay: string; toDay: string; ofHours: boolean; classRoomId: string }>`
      select e.accepted, e.from_day, e.to_day, e.of_hours, st.class_room_id
      from excuses e join students st on st.school_id = e.school_id and st.id = e.student_id
      where e.school_id = ${schoolId} and e.student_id = ${studentId} and e.id = ${id}
      for update of e`.execute(db)
  ).rows[0]

type Decision = { accepted: boolean; decidedBy: string; reason: string | null }

export const decideExcuse = (db: Db, schoolId: string, id: string, { accepted, decidedBy, reason }: Decision) =>
  sql`update excuses set accepted = ${accepted}, decided_by = ${decidedBy}, decided_at = now(), reason = ${reason},
      modified_at = now()
    where school_id = ${schoolId} and id = ${id}`.execute(db)

/** Lets a decided excuse wait again. */
export const undecideExcuse = (db: Db, schoolId: string, id: string) =>
  sql`update excuses set accepted = null, decided_by = null, decided_at = null, reason = null, modified_at = now()
    where school_id = ${schoolId} and id = ${id}`.execute(db)

/**
 * Turns the days that an accepted excuse excused into absences again: those that became excused by the decision or later. Days that a
 * teacher excused before it stay as they were.
 */
export function unexcuseMarks(
  db: Db,
  { schoolId, studentId, fromDay, toDay }: Days,
  excuseId: string,
  personId: string,
) {
  const decidedAt = sql`(select decided_at from excuses where school_id = ${schoolId} and id = ${excuseId})`
  return turnMarks(
    db,
    { schoolId, personId, to: 'absent' },
    sql`school_id = ${schoolId} and student_id = ${studentId} and state = 'excused'
      and date between ${fromDay} and ${toDay} and modified_at >= ${decidedAt}`,
  )
}

/**
 * Turns the absences of a student on these days into excused ones, with their author.
 */
export const excuseMarks = (db: Db, { schoolId, studentId, fromDay, toDay }: Days, personId: string) =>
  turnMarks(
    db,
    { schoolId, personId, to: 'excused' },
    sql`school_id = ${schoolId} and student_id = ${studentId} and state = 'absent' and date between ${fromDay} and ${toDay}`,
  )

type Turn = { schoolId: string; personId: string; to: 'absent' | 'excused' }

/** The sheets are locked in the same order as when each is saved. */
async function turnMarks(db: Db, { schoolId, personId, to }: Turn, which: RawBuilder<unknown>) {
  await sql`
    select from attendance_sheets
    where school_id = ${schoolId} and (class_room_id, date) in (select class_room_id, date from attendance_marks where ${which})
    order by date, class_room_id for update`.execute(db)
  await sql`
    with changed as (
      update attendance_marks set state = ${to}, supervisor_id = ${personId}, modified_at = now()
      where ${which}
      returning class_room_id, date
    ), sheets as (
      update attendance_sheets s set version = s.version + 1, modified_at = now()
      from changed where s.school_id = ${schoolId} and s.class_room_id = changed.class_room_id and s.date = changed.date
    )
    select from changed`.execute(db)
}

/** The state of a day as it is stored: an absence that an accepted excuse covers is excused. The columns with the student, the day and its state. */
export const stateWithExcuse = (schoolId: string, row: { student: string; day: string; state: string }) => sql<string>`
  case when ${sql.ref(row.state)} = 'absent' and exists (
    select from excuses e where e.school_id = ${schoolId} and e.student_id = ${sql.ref(row.student)} and e.accepted and not e.of_hours
      and ${sql.ref(row.day)} between e.from_day and e.to_day) then 'excused' else ${sql.ref(row.state)} end`

/** Those of the listed students whom an accepted excuse covers on a day. */
export const excusedOn = fixed(
  (schoolId: string, date: string, studentIds: readonly string[]) => sql<{ id: string }>`
    select distinct student_id as id from excuses
    where school_id = ${schoolId} and student_id = any((select ${studentIds}::uuid[])::uuid[]) and accepted and not of_hours
      and from_day <= ${date} and to_day >= ${date}`,
)

type ExcuseQuery = {
  schoolId: string
  reach: Reach
  list?: 'waiting' | 'decided'
  studentId?: string
  search?: string | null | undefined
}

/** Excuses within reach: waiting ones with the longest wait first, decided ones with the latest decision first, those of a student with the latest day first. */
export const excusesIn = (db: Db, wanted: ExcuseQuery, page: PageRequest) => paged(excusesQuery(db, wanted), page)

/** The same as a statement, to be sent with others. */
export function excusesQuery(db: Db, { schoolId, reach, list, studentId, search }: ExcuseQuery) {
  let query = rows(db, schoolId, reach)
  if (list === 'waiting') query = query.where(waits).orderBy('e.createdAt')
  if (list === 'decided') query = query.where(isDecided).orderBy('e.decidedAt', 'desc')
  if (studentId) query = query.where('e.studentId', '=', studentId).orderBy('e.fromDay', 'desc')
  if (search) query = query.where(containsFolded('st.searched', search))
  return query.orderBy('e.id')
}

/** Nobody has to decide about a student who is off the roll. */
const waits = sql<boolean>`e.accepted is null and st.active`
const isDecided = sql<boolean>`e.accepted is not null`

/** The excuses within reach that wait for a decision, or were decided, with the moment since when. */
export const waitingExcuses = (db: Db, schoolId: string, reach: Reach) =>
  within(db, schoolId, reach).where(waits).select(['e.id', 'e.createdAt as at'])
export const decidedExcuses = (db: Db, schoolId: string, reach: Reach) =>
  within(db, schoolId, reach).where(isDecided).select(['e.id', 'e.decidedAt as at'])

export const excusesNamed = (db: Db, schoolId: string, reach: Reach, ids: readonly string[]) =>
  rows(db, schoolId, reach).where('e.id', 'in', ids).execute()

export type BesideExcuse = {
  id: string
  days: { date: string; state: 'present' | 'absent' | 'late' | 'excused' }[]
  acceptedBefore: number
  refusedBefore: number
  absentThisYear: number
}

/**
 * What helps to decide: how the student was marked on the days of each excuse, how earlier excuses of the current school year were decided,
 * and on how many of its days the student is absent without one.
 */
export async function besideExcuses(db: Db, schoolId: string, ids: readonly string[]) {
  const { rows: found } = await sql<BesideExcuse>`
    select e.id,
      (select coalesce(jsonb_agg(jsonb_build_object('date', m.date, 'state', m.state) order by m.date), '[]')
        from attendance_marks m where m.school_id = ${schoolId} and m.student_id = e.student_id and ${isSettled}
          and m.date between e.from_day and e.to_day) as days,
      before.accepted as accepted_before, before.refused as refused_before,
      (select count(*)::integer from attendance_marks m
        where m.school_id = ${schoolId} and m.student_id = e.student_id and m.state = 'absent' and ${isSettled}
          and m.date >= year.first_day) as absent_this_year
    from excuses e
    cross join lateral (
      select coalesce(min(y.first_day), e.from_day - 365) as first_day from school_year_days y
      where y.school_id = ${schoolId} and y.current) year
    cross join lateral (
      select count(*) filter (where b.accepted)::integer as accepted, count(*) filter (where not b.accepted)::integer as refused
      from excuses b where b.school_id = ${schoolId} and b.student_id = e.student_id and b.id <> e.id
        and b.from_day >= year.first_day) before
    where e.school_id = ${schoolId} and e.id = any(${[...ids]}::uuid[])`.execute(db)
  return found
}

export const excuseOf = (db: Db, schoolId: string, id: string) =>
  rows(db, schoolId, wholeSchool).where('e.id', '=', id).executeTakeFirst()

/** How many days of an excuse the student is marked absent on, among the days that the reader sees. */
const absentDays = (schoolId: string, { of }: Reach) => sql<number>`(
  select count(*)::integer from attendance_marks m
  where m.school_id = ${schoolId} and m.student_id = e.student_id and m.state = 'absent' and ${isSettled}
    and m.date between e.from_day and ${of === 'children' ? sql`least(e.to_day, st.seat_ended_on)` : sql`e.to_day`})`

const within = (db: Db, schoolId: string, reach: Reach) =>
  db
    .selectFrom('excuses as e')
    .innerJoin('students as st', (on) => on.onRef('st.schoolId', '=', 'e.schoolId').onRef('st.id', '=', 'e.studentId'))
    .where('e.schoolId', '=', schoolId)
    .where(
      inReach(reach, { inSchool: schoolId, classRoom: 'st.classRoomId', student: 'e.studentId', date: 'e.fromDay' }),
    )

const hourOf = (column: string) => sql<string | null>`to_char(${sql.ref(column)}, 'HH24:MI')`

const rows = (db: Db, schoolId: string, reach: Reach) =>
  within(db, schoolId, reach)
    .innerJoin('classRooms as c', (on) =>
      on.onRef('c.schoolId', '=', 'st.schoolId').onRef('c.id', '=', 'st.classRoomId'),
    )
    .innerJoin('users as asker', 'asker.id', 'e.askedBy')
    .leftJoin('users as decider', 'decider.id', 'e.decidedBy')
    .select(['e.id', 'e.schoolId', 'e.studentId', fullName('st').as('studentName'), 'st.classRoomId'])
    .select([
      'c.name as classRoomName',
      'e.fromDay',
      'e.toDay',
      hourOf('e.fromTime').as('fromTime'),
      hourOf('e.toTime').as('toTime'),
      'e.text',
      'e.imageUrl',
      'e.byParent',
      'e.accepted',
      'e.reason',
    ])
    .select([sql<ExcuseKind>`e.kind`.as('excuseKind'), fullName('asker').as('askedByName')])
    .select(['e.createdAt as askedAt', sql<string | null>`nullif(${fullName('decider')}, '')`.as('decidedByName')])
    .select(['e.decidedAt', absentDays(schoolId, reach).as('absentDays')])
