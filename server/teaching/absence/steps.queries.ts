import { type RawBuilder, sql } from 'kysely'
import { type Reach, wholeSchool } from '#server/db/reach.ts'
import { counts } from '#server/school/presence/open-days.queries.ts'
import type { Db } from '#server/db/db.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { inReach } from '#server/db/rows.ts'
import { containsFolded, fullName } from '#server/db/search.ts'
import type { Taken } from '#server/outbox/worker.queries.ts'

export type Counting = 'running' | 'separate' | 'percent'
export type Action = 'letter' | 'call' | 'committee' | 'marks' | 'place'

type NoticeOfStep = { personName: string; way: 'inbox' | 'push' | 'sms'; at: string; readAt: string | null }

type StepQuery = {
  schoolId: string
  reach: Reach
  state?: 'open' | 'handled' | 'withdrawn' | null | undefined
  search?: string | null | undefined
  studentId?: string
  /** Whether the reader handles steps, and so also reads who handled them at the school and what was done. */
  handling?: boolean
}

/** Steps within reach, latest first. */
export const stepsIn = (db: Db, wanted: StepQuery, page: PageRequest) => paged(stepsQuery(db, wanted), page)

/** The same as a statement, to be sent with others. */
export function stepsQuery(db: Db, wanted: StepQuery) {
  const { schoolId, reach, state, search, studentId, handling = true } = wanted
  let query = rows(db, schoolId, reach, handling ? atWork(schoolId, reach) : sql`false`)
  if (state === 'open') query = query.where(isOpen)
  if (state === 'handled') query = query.where(isHandled)
  if (state === 'withdrawn') query = query.where('s.withdrawnAt', 'is not', null)
  if (search) query = query.where(containsFolded('st.searched', search))
  if (studentId) query = query.where('s.studentId', '=', studentId)
  return query.orderBy('s.reachedOn', 'desc').orderBy('s.id')
}

/** Nobody has to act on a pupil who is off the roll. If the pupil comes back, their steps are open again. */
const isOpen = sql<boolean>`s.withdrawn_at is null and s.handled_at is null and st.active`
const isHandled = sql<boolean>`s.withdrawn_at is null and s.handled_at is not null`

/** The steps within reach on which somebody has to act, or acted, with the moment since when. */
export const openSteps = (db: Db, schoolId: string, reach: Reach) =>
  within(db, schoolId, reach)
    .where(isOpen)
    .select(['s.id', sql<string>`s.reached_on::timestamp at time zone 'UTC'`.as('at')])
export const handledSteps = (db: Db, schoolId: string, reach: Reach) =>
  within(db, schoolId, reach).where(isHandled).select(['s.id', 's.handledAt as at'])

export const stepsNamed = (db: Db, schoolId: string, reach: Reach, ids: readonly string[]) =>
  rows(db, schoolId, reach).where('s.id', 'in', ids).execute()

export const absenceStepOf = (db: Db, schoolId: string, studentId: string, id: string) =>
  rows(db, schoolId, wholeSchool).where('s.studentId', '=', studentId).where('s.id', '=', id).executeTakeFirst()

/** Whether the reader sees the student as part of their work. Staff see their own child only as parents do, unless they teach it. */
const atWork = (schoolId: string, reach: Reach) => {
  if (reach.of === 'children') return sql<boolean>`false`
  if (reach.of !== 'classes' || !reach.childIds) return sql<boolean>`true`
  return inReach({ of: 'classes', personId: reach.personId }, { inSchool: schoolId, classRoom: 'st.classRoomId' })
}

const within = (db: Db, schoolId: string, reach: Reach) =>
  db
    .selectFrom('absenceSteps as s')
    .innerJoin('students as st', (on) => on.onRef('st.schoolId', '=', 's.schoolId').onRef('st.id', '=', 's.studentId'))
    .where('s.schoolId', '=', schoolId)
    .where(
      inReach(reach, {
        inSchool: schoolId,
        classRoom: 'st.classRoomId',
        student: 's.studentId',
        date: 's.reachedOn',
      }),
    )

const rows = (db: Db, schoolId: string, reach: Reach, seesHandling: RawBuilder<unknown> = sql`true`) =>
  within(db, schoolId, reach)
    .innerJoin('absenceRules as r', (on) => on.onRef('r.schoolId', '=', 's.schoolId').onRef('r.id', '=', 's.ruleId'))
    .innerJoin('classRooms as c', (on) =>
      on.onRef('c.schoolId', '=', 'st.schoolId').onRef('c.id', '=', 'st.classRoomId'),
    )
    .leftJoin('users as handler', 'handler.id', 's.handledBy')
    .select(['s.id', 's.studentId', fullName('st').as('studentName'), 'st.classRoomId', 'c.name as classRoomName'])
    .select(['s.ruleId', 'r.name as ruleName', 's.ruleVersion', sql<Counting>`r.counts`.as('counts')])
    .select(['s.name as stepName', sql<Action>`s.action`.as('action'), 's.points', 's.at as threshold'])
    .select([
      sql<number>`cardinality(s.days)`.as('daysCount'),
      sql<string[]>`to_jsonb(s.days)`.as('days'),
      's.reachedOn',
    ])
    .select([
      's.withdrawnAt',
      sql<string | null>`case when ${seesHandling} then nullif(${fullName('handler')}, '') end`.as('handledByName'),
    ])
    .select(['s.handledAt', sql<string | null>`case when ${seesHandling} then s.handled_note end`.as('handledNote')])
    .select(
      sql<NoticeOfStep[]>`case when ${seesHandling} then notices_of_step(s.school_id, s.id) else '[]'::jsonb end`.as(
        'notices',
      ),
    )

/** Why nobody has to act on a student now; null if the student is on the roll. */
export async function offTheRoll(db: Db, schoolId: string, studentId: string) {
  const { rows: found } = await sql<{ active: boolean; left: boolean }>`
    select active, left_on is not null as left from students where school_id = ${schoolId} and id = ${studentId}`.execute(
    db,
  )
  const { active, left } = found[0]!
  if (left) return 'This student has left the school'
  return active ? null : 'This student is not active'
}

/** Marks a step as handled if it is neither handled nor withdrawn; returns whether it was marked. */
export async function handleStep(db: Db, schoolId: string, id: string, personId: string, note: string | null) {
  const { numAffectedRows } = await sql`
    update absence_steps set handled_by = ${personId}, handled_at = now(), handled_note = ${note}, modified_at = now()
    where school_id = ${schoolId} and id = ${id} and handled_at is null and withdrawn_at is null`.execute(db)
  return Number(numAffectedRows ?? 0) === 1
}

/** Lets a handled step wait again; returns whether it was handled. */
export async function reopenStep(db: Db, schoolId: string, id: string) {
  const { numAffectedRows } = await sql`
    update absence_steps set handled_by = null, handled_at = null, handled_note = null, modified_at = now()
    where school_id = ${schoolId} and id = ${id} and handled_at is not null and withdrawn_at is null`.execute(db)
  return Number(numAffectedRows ?? 0) === 1
}

export type CountedDay = { ruleId: string; day: string; run: number; n: number; isLast: boolean }

type Day = { id: string; today: string }

/** The days of a student up to `lastDay` that rules count now. */
export async function countedOf(db: Db, { id: schoolId, today }: Day, studentId: string, lastDay: string) {
  const { rows: found } = await sql<CountedDay>`
    select rule_id, day, run::integer as run, n::integer as n, is_last
    from absence_counted(${schoolId}, absence_rules_of(${schoolId}), array[${studentId}::uuid], ${lastDay})
    where period_id in (select id from absence_periods(${schoolId}) where ${today} between first_day and last_day)
    order by day`.execute(db)
  return found
}

type PupilQuery = { school: Day; reach: Reach; studentId: string }

/**
 * The grade of a student with the open days of its year and term, the last day on which the reader sees the student, and the days of the
 * year up to it on which the student was on a school mission or suspended.
 */
export async function pupilOf(db: Db, { school: { id: schoolId, today }, reach, studentId }: PupilQuery) {
  const lastDay = reach.of === 'children' ? sql`least(${today}::date, st.seat_ended_on)` : sql`${today}::date`
  const days = (kind: 'mission' | 'suspension') => sql<number>`(
    select count(distinct m.date)::integer
    from attendance_marks m
    join excuses e on e.school_id = m.school_id and e.student_id = m.student_id and e.accepted and e.kind = ${sql.lit(kind)}
      and m.date between e.from_day and e.to_day
    join school_year_days y on y.school_id = m.school_id and y.current and m.date between y.first_day and y.last_day
    where m.school_id = ${schoolId} and m.student_id = st.id and m.date <= ${lastDay} and m.state = 'excused'
      and ${counts({ inSchool: schoolId, classRoom: 'm.class_room_id', date: 'm.date' })})`
  const { rows: found } = await sql<{
    gradeId: string
    openDays: { year?: number | null; term?: number | null }
    lastDay: string
    missionDays: number
    suspendedDays: number
  }>`
    select c.grade_id, (
        select coalesce(jsonb_object_agg(p.kind, open_days_of_period(${schoolId}, c.grade_id, p.id)), '{}')
        from absence_periods(${schoolId}) p where ${today} between p.first_day and p.last_day) as open_days,
      ${lastDay} as last_day, ${days('mission')} as mission_days, ${days('suspension')} as suspended_days
    from students st join class_rooms c on c.school_id = st.school_id and c.id = st.class_room_id
    where st.school_id = ${schoolId} and st.id = ${studentId}`.execute(db)
  return found[0]!
}

/**
 * Records which steps the pupils of an event have now reached, publishes them, signals the open desks and marks the event as delivered. One
 * statement, so that no step is recorded without its notice.
 */
export const recordSteps = (db: Db, event: Taken) =>
  sql`
    with happened as (
      update outbox set delivered_at = now(), payload = '{}' where id = ${event.id} and delivered_at is null
      returning school_id
    ), recorded as (
      select h.school_id, r.student_id, r.step_id, r.reached
      from happened h cross join lateral record_changed_steps(h.school_id, ${JSON.stringify(event.payload)}::jsonb) r
    ), published as (
      insert into outbox (event, school_id, payload)
      select 'absence steps', school_id, jsonb_build_object('steps', jsonb_agg(
        jsonb_build_object('studentId', student_id, 'stepId', step_id, 'reached', reached)))
      from recorded group by school_id
      returning school_id
    )
    select count(signal_live('school', school_id)) from published`.execute(db)
