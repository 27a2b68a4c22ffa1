import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { lockName } from '#server/db/named-lock.ts'

type Counted = { others: number; wait: number | null; until: number }

/**
 * Counts a student as read by a person, unless the student was already counted within the window (in seconds). Returns how many
 * other students were read in the window, in how many seconds the first of them stops counting, and until when (ms since 1970)
 * this read counts. The reads of one person are counted one after the other.
 */
export async function countReading(db: Db, personId: string, studentId: string, window: number): Promise<Counted> {
  await lockName(db, personId)
  const { rows } = await sql<Counted>`
    with read as (
      insert into student_readings (person_id, student_id, read_at) values (${personId}, ${studentId}, now())
      on conflict (person_id, student_id) do update set
        read_at = case when excluded.read_at - student_readings.read_at < ${window} * interval '1 second'
          then student_readings.read_at else excluded.read_at end
      returning read_at
    ), others as (
      select read_at from student_readings
      where person_id = ${personId} and student_id <> ${studentId}
        and read_at > now() - ${window} * interval '1 second'
    )
    select (select count(*)::integer from others) as others,
      (select ${window} - extract(epoch from now() - min(read_at))::float8 from others) as wait,
      (select extract(epoch from read_at)::float8 + ${window} from read) * 1000 as until`.execute(db)
  return rows[0]!
}

/** The school of a student, if row-level security shows the student. */
export const schoolOfStudent = (db: Db, id: string) =>
  db.selectFrom('students').where('id', '=', id).select('schoolId').executeTakeFirst()

/** Stores that the school was notified of a person's unusual reading; false if that already happened within the window. */
export async function markNotified(db: Db, personId: string, schoolId: string, window: number) {
  const { numAffectedRows } = await sql`
    insert into reading_alarms (person_id, at_school_id) values (${personId}, ${schoolId})
    on conflict (person_id, at_school_id) do update set notified_at = now()
      where reading_alarms.notified_at <= now() - ${window} * interval '1 second'`.execute(db)
  return numAffectedRows === 1n
}
