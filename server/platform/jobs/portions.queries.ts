import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { JobKind, TakenJob } from './taken-job.queries.ts'

/** A job of students that the worker has taken. */
export type StudentJob = TakenJob & { state: 'running' | 'undoing' }

export async function nextJob(db: Db, kind: JobKind): Promise<StudentJob | undefined> {
  const { rows } = await sql<StudentJob>`select id, school_id, state from next_job(${kind})`.execute(db)
  return rows[0]
}

/** The settings of a job, the person in whose name it is done now, and the time zone of the school. */
export async function startedJob<Settings extends object>(db: Db, { schoolId, id }: TakenJob) {
  const { rows } = await sql<{
    actingBy: string
    settings: Settings & { ends?: true }
    coins: number
    timeZone: string
  }>`
    select j.acting_by, j.settings, j.coins, s.time_zone from jobs j join schools s on s.id = j.school_id
    where j.school_id = ${schoolId} and j.id = ${id}`.execute(db)
  return rows[0]!
}

/** The next students of a job that are not done yet. If the job is being undone: those for whom it was done. */
export async function nextStudents(db: Db, { schoolId, id, state }: StudentJob, atMost: number) {
  const { rows } = await sql<{ studentId: string }>`
    select student_id from job_students
    where school_id = ${schoolId} and job_id = ${id} and ${state === 'undoing' ? sql`outcome = 'done'` : sql`outcome is null`}
    order by nth limit ${atMost}`.execute(db)
  return rows.map(({ studentId }) => studentId)
}

type Outcome = 'done' | 'same' | 'left' | 'undone' | 'kept'

/** Stores the outcome for students of a job, with the reason if nothing could be done. */
export const noteOutcome = (
  db: Db,
  { schoolId, id }: TakenJob,
  studentIds: readonly string[],
  outcome: Outcome,
  reason: string | null = null,
) =>
  sql`
  update job_students set outcome = ${outcome}, reason = ${reason}
  where school_id = ${schoolId} and job_id = ${id} and student_id = any(${[...studentIds]}::uuid[])`.execute(db)

type Done = { handled: number; changed: number; coins: number }

/** Stores that a portion is done. The job then waits behind the jobs of other schools. */
export const advanceJob = (db: Db, { schoolId, id }: TakenJob, { handled, changed, coins }: Done) =>
  sql`
  update jobs set handled = handled + ${handled}, changed = changed + ${changed}, coins = coins + ${coins},
    modified_at = now() where school_id = ${schoolId} and id = ${id}`.execute(db)

/** Ends a job. Students that it did not reach are listed together with those for whom it could not be done. */
export async function endJob(db: Db, { schoolId, id, state }: StudentJob, reason: string | null, left: string) {
  const [reached, notReached, end] =
    state === 'undoing' ? [sql`outcome = 'done'`, 'kept', 'undone'] : [sql`outcome is null`, 'left', 'ended']
  await sql`
    update job_students set outcome = ${notReached}, reason = ${left} where school_id = ${schoolId} and job_id = ${id} and ${reached}`.execute(
    db,
  )
  await sql`
    update jobs set state = ${end}, reason = ${reason}, modified_at = now(), finished_at = now(),
      not_done = (select count(*) from job_students where school_id = ${schoolId} and job_id = ${id} and outcome = ${notReached})
    where school_id = ${schoolId} and id = ${id}`.execute(db)
}
