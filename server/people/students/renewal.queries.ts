import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { TakenJob } from '#server/platform/jobs/taken-job.queries.ts'
import type { NewSeat } from '#server/platform/payments/seats.queries.ts'

/** Which of these students are still active, have left the school or were merged with another. The students must be locked. */
export async function stillActive(db: Db, schoolId: string, studentIds: readonly string[]) {
  const { rows } = await sql<{ id: string; active: boolean; left: boolean; merged: boolean }>`
    select id, active, left_on is not null as left, merged_into is not null as merged
    from students where school_id = ${schoolId} and id = any(${[...studentIds]}::uuid[])`.execute(db)
  return rows
}

/** Stores the seats of a job's students as they were. Must run before they are renewed. */
export const keepFormerSeats = (db: Db, { schoolId, id }: TakenJob, studentIds: readonly string[]) =>
  sql`
  update job_students r set was_paid = s.is_paid, was_ended_on = s.seat_ended_on, was_ended_with_year_id = s.ended_with_year_id
  from students s
  where r.school_id = ${schoolId} and r.job_id = ${id} and r.student_id = any(${[...studentIds]}::uuid[]) and s.school_id = ${schoolId} and s.id = r.student_id`.execute(
    db,
  )

/** Stores the seats that a job charged, and the version that each student has now. */
export const keepChargedSeats = (
  db: Db,
  { schoolId, id }: TakenJob,
  studentIds: readonly string[],
  seats: readonly NewSeat[],
) =>
  sql`
  update job_students r set version_after = s.version, seat_id = g.id
  from students s left join jsonb_to_recordset(${JSON.stringify(seats)}::jsonb) as g(id uuid, "studentId" uuid) on g."studentId" = s.id
  where r.school_id = ${schoolId} and r.job_id = ${id} and r.student_id = any(${[...studentIds]}::uuid[]) and s.school_id = ${schoolId} and s.id = r.student_id`.execute(
    db,
  )

/** The students of a job who are as it left them, with the seats that it charged. The students must be locked. */
export async function unchangedSince(db: Db, { schoolId, id }: TakenJob, studentIds: readonly string[]) {
  const { rows } = await sql<{ studentId: string; seatId: string | null }>`
    select r.student_id, r.seat_id from job_students r join students s on s.school_id = r.school_id and s.id = r.student_id
    where r.school_id = ${schoolId} and r.job_id = ${id} and r.student_id = any(${[...studentIds]}::uuid[]) and s.version = r.version_after
      and not exists (select from seats x where x.school_id = ${schoolId} and x.student_id = s.id and x.carried_from = r.seat_id
        and x.refunded_on is null)
      and not exists (select from seats x where x.school_id = ${schoolId} and x.id = r.seat_id and x.refunded_on is not null)`.execute(
    db,
  )
  return rows
}

/** Restores the seats that students had before a job. */
export const restoreFormerSeats = (db: Db, { schoolId, id }: TakenJob, studentIds: readonly string[]) =>
  sql`
  update students s set is_paid = r.was_paid, seat_ended_on = r.was_ended_on, ended_with_year_id = r.was_ended_with_year_id,
    version = s.version + 1, modified_at = now()
  from job_students r
  where r.school_id = ${schoolId} and r.job_id = ${id} and r.student_id = any(${[...studentIds]}::uuid[]) and s.school_id = ${schoolId} and s.id = r.student_id
    and s.is_paid is distinct from r.was_paid`.execute(db)
