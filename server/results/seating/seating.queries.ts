import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { instantInJson } from '#server/db/instants.ts'
import { newId } from '#server/db/ids.ts'
import { byName, fullName } from '#server/db/search.ts'

export type Committee = { name: string; places: number }
export type AssignedSeat = { studentId: string; committee: number; seatNumber: number }
export type PupilToSeat = {
  id: string
  classRoomId: string
  /** The position when seats are assigned in this order; smaller numbers come first. */
  byName: number
  byClass: number
  byCode: number
}

type Standing = {
  id: string
  committees: Committee[]
  order: string
  firstNumber: number
  madeByName: string
  madeAt: string
  hasFormer: boolean
}
type Grade = { gradeId: string; gradeName: string; students: number; seated: number; seats: Standing | null }

/** The grades that have students, in their order, with their current plan. */
export async function gradesWithSeats(db: Db, schoolId: string): Promise<Grade[]> {
  const { rows } = await sql<Grade>`
    select g.id as grade_id, g.name as grade_name, count(st.id)::integer as students,
      count(seat.student_id)::integer as seated,
      (select jsonb_build_object('id', p.id, 'committees', p.committees, 'order', p.seat_order, 'firstNumber', p.first_number,
          'madeByName', ${fullName('u')}, 'madeAt', ${instantInJson('p.created_at')}, 'hasFormer', exists (
            select from exam_seat_plans f
            where f.school_id = ${schoolId} and f.grade_id = p.grade_id and f.school_year_id = p.school_year_id
              and f.undone_at is null and f.id <> p.id))
        from standing_seat_plans p join users u on u.id = p.made_by
        where p.school_id = ${schoolId} and p.grade_id = g.id) as seats
    from grades g
    join class_rooms c on c.school_id = g.school_id and c.grade_id = g.id and c.active
    join students st on st.school_id = c.school_id and st.class_room_id = c.id and st.active
    left join exam_seats seat on seat.school_id = st.school_id and seat.student_id = st.id and seat.plan_id = (
      select p.id from standing_seat_plans p where p.school_id = ${schoolId} and p.grade_id = g.id)
    where g.school_id = ${schoolId}
    group by g.school_id, g.id
    order by g.position, ${byName('g.name')}, g.id`.execute(db)
  return rows
}

/** The students of a grade, with their position by name, by class and by code. */
export async function pupilsOfGrade(db: Db, schoolId: string, gradeId: string) {
  const { rows } = await sql<PupilToSeat & { studentName: string; code: string; classRoomName: string }>`
    select st.id, st.class_room_id, st.code, ${fullName('st')} as student_name, c.name as class_room_name,
      row_number() over (order by ${byName(fullName('st'))}, st.id)::integer as by_name,
      row_number() over (order by ${byName('c.name')}, c.id, ${byName(fullName('st'))}, st.id)::integer as by_class,
      row_number() over (order by st.code, st.id)::integer as by_code
    from students st
    join class_rooms c on c.school_id = st.school_id and c.id = st.class_room_id
    where st.school_id = ${schoolId} and c.grade_id = ${gradeId} and c.active and st.active
    order by by_name`.execute(db)
  return rows
}

/** The seats of a plan and its committees, in their order. */
export type PlannedSeats = { committees: readonly Committee[]; seats: readonly AssignedSeat[] }

export async function seatsNow(db: Db, schoolId: string, gradeId: string): Promise<PlannedSeats> {
  const { rows } = await sql<PlannedSeats>`
    select p.committees, (
      select jsonb_agg(jsonb_build_object('studentId', seat.student_id, 'committee', seat.committee, 'seatNumber', seat.seat_number)
        order by seat.seat_number)
      from exam_seats seat where seat.school_id = ${schoolId} and seat.plan_id = p.id) as seats
    from standing_seat_plans p
    where p.school_id = ${schoolId} and p.grade_id = ${gradeId}`.execute(db)
  return rows[0] ?? { committees: [], seats: [] }
}

/** The current year of a school. Locks it, so that two calls that assign seats run one after another. */
export async function lockedCurrentYear(db: Db, schoolId: string) {
  const { rows } = await sql<{ id: string }>`
    select id from school_years where school_id = ${schoolId} and active and not completed for no key update`.execute(
    db,
  )
  return rows[0]?.id
}

type NewPlan = {
  schoolId: string
  gradeId: string
  schoolYearId: string
  committees: readonly Committee[]
  order: string
  firstNumber: number
  madeBy: string
  now: Date
}

/**
 * Stores a plan, which is the current one from now on. The time of the plan is always later than that of the previous one, even
 * if this call began earlier.
 */
export async function insertPlan(db: Db, plan: NewPlan, seats: readonly AssignedSeat[]) {
  const { schoolId, gradeId, schoolYearId, committees, order, firstNumber, madeBy, now } = plan
  const id = newId()
  await sql`
    insert into exam_seat_plans
      (school_id, id, grade_id, school_year_id, first_number, made_by, seat_order, committees, created_at)
    select y.school_id, ${id}::uuid, ${gradeId}::uuid, y.id, ${firstNumber}::integer, ${madeBy}::uuid, ${order},
      ${JSON.stringify(committees)}::jsonb,
      greatest(${now.toISOString()}::timestamptz, max(p.created_at) + interval '1 microsecond')
    from school_years y
    left join exam_seat_plans p on p.school_id = y.school_id and p.grade_id = ${gradeId}
    where y.school_id = ${schoolId} and y.id = ${schoolYearId}
    group by y.school_id, y.id`.execute(db)
  await db
    .insertInto('examSeats')
    .values(seats.map((seat) => ({ schoolId, planId: id, ...seat })))
    .execute()
  return id
}

/** The grade of a current plan; undefined for any other plan. */
export async function gradeOfStanding(db: Db, schoolId: string, planId: string) {
  const { rows } = await sql<{ gradeId: string }>`
    select grade_id from standing_seat_plans where school_id = ${schoolId} and id = ${planId}`.execute(db)
  return rows[0]?.gradeId
}

export async function planExists(db: Db, schoolId: string, planId: string) {
  const { rows } = await sql`
    select from exam_seat_plans where school_id = ${schoolId} and id = ${planId}`.execute(db)
  return rows.length > 0
}

export async function undoPlan(db: Db, schoolId: string, planId: string, { by, at }: { by: string; at: Date }) {
  await sql`
    update exam_seat_plans set undone_by = ${by}, undone_at = ${at.toISOString()}
    where school_id = ${schoolId} and id = ${planId} and undone_at is null`.execute(db)
}

/** The students of a grade by seat, optionally only of one committee. Those without a seat are last, by name. */
export const seatRows = (db: Db, schoolId: string, gradeId: string, committeeName: string | null) => {
  let query = db
    .selectFrom('students as st')
    .innerJoin('classRooms as c', (join) =>
      join.onRef('c.schoolId', '=', 'st.schoolId').onRef('c.id', '=', 'st.classRoomId'),
    )
    .leftJoin('standingSeatPlans as p', (join) =>
      join.onRef('p.schoolId', '=', 'c.schoolId').onRef('p.gradeId', '=', 'c.gradeId'),
    )
    .leftJoin('examSeats as seat', (join) =>
      join
        .onRef('seat.schoolId', '=', 'p.schoolId')
        .onRef('seat.planId', '=', 'p.id')
        .onRef('seat.studentId', '=', 'st.id'),
    )
    .where('st.schoolId', '=', schoolId)
    .where('c.gradeId', '=', gradeId)
    .where('c.active', '=', true)
    .where('st.active', '=', true)
    .select(['st.id as studentId', fullName('st').as('studentName'), 'st.code', 'c.name as classRoomName'])
    .select([nameOfCommittee.as('committeeName'), 'seat.seatNumber'])
    .orderBy('seat.seatNumber', (order) => order.asc().nullsLast())
    .orderBy(byName(fullName('st')))
    .orderBy('st.id')
  if (committeeName) query = query.where(nameOfCommittee, '=', committeeName)
  return query
}

const nameOfCommittee = sql<string | null>`p.committees -> (seat.committee - 1) ->> 'name'`
