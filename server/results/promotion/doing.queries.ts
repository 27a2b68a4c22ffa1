import { sql } from 'kysely'
import { kinds } from '#server/db/work-tables.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import type { PromotionState, PromotionEffect } from './promotions.queries.ts'

export type PromotionJob = { id: string; schoolId: string; state: 'waiting' | 'undoing' }

export async function nextPromotion(db: Db): Promise<PromotionJob | undefined> {
  const { rows } = await sql<PromotionJob>`select id, school_id, state from next_promotion()`.execute(db)
  return rows[0]
}

/** The person in whose name the promotion runs, its state, and the time zone of the school. */
export async function startedPromotion(db: Db, { schoolId, id }: PromotionJob) {
  const { rows } = await sql<{ startedBy: string; timeZone: string; state: PromotionState }>`
    select p.started_by, s.time_zone, p.state from promotions p join schools s on s.id = p.school_id
    where p.school_id = ${schoolId} and p.id = ${id}`.execute(db)
  return rows[0]!
}

/**
 * Locks the students of a promotion, and all active students, until the call ends, always in the same order. During an undo, no register of
 * the classes that they leave can be stored.
 */
export const lockPupils = (db: Db, { schoolId, id, state }: PromotionJob) =>
  sql`
  select from students st
  where st.school_id = ${schoolId} and (st.active or st.id in (
    select p.student_id from promotion_students p where p.school_id = ${schoolId} and p.promotion_id = ${id}))
  order by st.id ${state === 'undoing' ? sql`for update` : sql`for no key update`}`.execute(db)

export const notePromoted = (db: Db, { schoolId, id }: PromotionJob, students: number) =>
  sql`update promotion_progress set students = ${students}
    where school_id = ${schoolId} and promotion_id = ${id}`.execute(db)

export const noteEffect = (db: Db, { schoolId, id }: PromotionJob, effect: PromotionEffect) =>
  sql`update promotions set effect = ${JSON.stringify(effect)}::jsonb
    where school_id = ${schoolId} and id = ${id}`.execute(db)

export type Going = {
  studentId: string
  fromClassId: string
  toClassId: string | null
  outcome: 'moved' | 'left' | 'stayed'
}

/** Stores what happens to students, each with its present row. Must run before they are changed. */
export const keepFormerStudents = (db: Db, { schoolId, id }: PromotionJob, going: readonly Going[]) =>
  sql`
  insert into promotion_students (school_id, promotion_id, student_id, outcome, from_class_id, to_class_id, was)
  select st.school_id, ${id}::uuid, st.id, g.outcome, g."fromClassId", g."toClassId",
    case when g.outcome <> 'stayed' then to_jsonb(st) end
  from jsonb_to_recordset(${JSON.stringify(going)}::jsonb) as g(
    "studentId" uuid, "fromClassId" uuid, "toClassId" uuid, outcome text)
  join students st on st.school_id = ${schoolId} and st.id = g."studentId"
  on conflict on constraint promotion_students_key do update set outcome = excluded.outcome, was = excluded.was,
    from_class_id = excluded.from_class_id, to_class_id = excluded.to_class_id`.execute(db)

type Joined = { studentId: string; leftId: string; joinedId: string | null; leavingId?: string }

/** Stores the resulting memberships and leavings, and the students' versions. Must run after the students were changed. */
export const keepJoined = (db: Db, { schoolId, id }: PromotionJob, joined: readonly Joined[]) =>
  sql`
  update promotion_students p set left_id = g."leftId", joined_id = g."joinedId", leaving_id = g."leavingId",
    version_after = st.version
  from jsonb_to_recordset(${JSON.stringify(joined)}::jsonb) as g(
    "studentId" uuid, "leftId" uuid, "joinedId" uuid, "leavingId" uuid)
  join students st on st.school_id = ${schoolId} and st.id = g."studentId"
  where p.school_id = ${schoolId} and p.promotion_id = ${id} and p.student_id = g."studentId"`.execute(db)

/** Puts each student into their class; the memberships are changed elsewhere (`changeClasses`). */
export const putInClasses = (db: Db, schoolId: string, joining: readonly { id: string; classRoomId: string }[]) =>
  sql`
  update students st set class_room_id = g."classRoomId", version = st.version + 1, modified_at = now()
  from jsonb_to_recordset(${JSON.stringify(joining)}::jsonb) as g(id uuid, "classRoomId" uuid)
  where st.school_id = ${schoolId} and st.id = g.id`.execute(db)

type Leaver = { studentId: string; reasonId: string }
type Leaving = { schoolId: string; leftOn: string; enteredBy: string }

/** Students leave the school: they are off the rolls, get a leaving, and their membership and seat end. */
export async function leaveSchool(db: Db, { schoolId, leftOn, enteredBy }: Leaving, leavers: readonly Leaver[]) {
  const rows = leavers.map((one) => ({ ...one, id: newId() }))
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(id uuid, "studentId" uuid, "reasonId" uuid)`
  await sql`
    insert into student_leavings (id, school_id, student_id, left_on, reason_id, seat_ended, entered_by)
    select g.id, st.school_id, st.id, ${leftOn}, g."reasonId", st.is_paid, ${enteredBy}
    from ${given} join students st on st.school_id = ${schoolId} and st.id = g."studentId"`.execute(db)
  const { rows: left } = await sql<{ id: string; studentId: string }>`
    update student_classes h set to_day = greatest(h.from_day, ${leftOn}::date) from ${given}
    where h.school_id = ${schoolId} and h.student_id = g."studentId" and h.to_day is null
    returning h.id, h.student_id`.execute(db)
  await sql`
    update students st set active = false, is_paid = false, left_on = ${leftOn}, ended_with_year_id = null,
      seat_ended_on = least(st.seat_ended_on, ${leftOn}::date), version = st.version + 1, modified_at = now()
    from ${given} where st.school_id = ${schoolId} and st.id = g."studentId"`.execute(db)
  const leftOf = new Map(left.map(({ id, studentId }) => [studentId, id]))
  return rows.map(({ id, studentId }) => ({
    studentId,
    leftId: leftOf.get(studentId)!,
    joinedId: null,
    leavingId: id,
  }))
}

/** Removes students from work that is set for later days and not marked. Returns that work, so that an undo can bring it back. */
export async function leaveLaterWork(db: Db, { schoolId, leftOn, enteredBy }: Leaving, studentIds: readonly string[]) {
  const works: NonNullable<PromotionEffect['works']> = []
  for (const { works: table, day, results, key, mark, tookPart } of Object.values(kinds)) {
    const { rows } = await sql<{ workId: string; studentId: string; modifiedAt: string }>`
      with later as (
        select r.${sql.ref(key)} as work_id, r.student_id, r.modified_at
        from ${sql.table(results)} r join ${sql.table(table)} w on w.school_id = r.school_id and w.id = r.${sql.ref(key)}
        where r.school_id = ${schoolId} and r.student_id = any(${[...studentIds]}::uuid[]) and r.removed_at is null and w.${sql.ref(day)} > ${leftOn}
          and r.${sql.ref(mark)} is null and r.${sql.ref(tookPart)} is null)
      update ${sql.table(results)} r set removed_at = now(), removed_by = ${enteredBy}, modified_at = now()
      from later where r.school_id = ${schoolId} and r.${sql.ref(key)} = later.work_id and r.student_id = later.student_id
      returning later.work_id, later.student_id, later.modified_at::text as modified_at`.execute(db)
    works.push(...rows.map((row) => ({ table: results, ...row })))
  }
  return works
}

export const noteNotified = (db: Db, { schoolId, id }: PromotionJob) =>
  sql`update promotions set notified_at = now() where school_id = ${schoolId} and id = ${id}`.execute(db)
