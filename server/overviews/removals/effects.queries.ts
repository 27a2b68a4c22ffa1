import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

type Count = { count: number }

/** How many parents have read these notes. */
export async function readersOfNotes(db: Db, schoolId: string, ids: readonly string[]) {
  const { rows } = await sql<Count>`
    select count(distinct person_id)::integer as count from note_readers
    where school_id = ${schoolId} and note_id = any(${[...ids]}::uuid[])`.execute(db)
  return rows[0]!.count
}

/** How many people have read and answered these announcements, and their files. */
export async function readersOfPosts(db: Db, schoolId: string, ids: readonly string[]) {
  const { rows } = await sql<{ readers: number; answers: number; files: number }>`
    select count(r.read_at)::integer as readers, count(r.answer)::integer as answers,
      (select count(*)::integer from attachments a where a.school_id = ${schoolId} and a.post_id = any(${[...ids]}::uuid[])) as files
    from post_readers r where r.school_id = ${schoolId} and r.post_id = any(${[...ids]}::uuid[])`.execute(db)
  return rows[0]!
}

/** The registers of days that these holidays close, which do not count now. */
export async function registersOfDays(db: Db, schoolId: string, ids: readonly string[]) {
  const { rows } = await sql<Count>`
    select count(*)::integer as count from uncounted_registers u
    where u.school_id = ${schoolId} and exists (
      select from calendar_days d
      where d.school_id = ${schoolId} and d.id = any(${[...ids]}::uuid[]) and d.kind = 'holiday'
        and u.date between d.from_day and d.to_day)`.execute(db)
  return rows[0]!.count
}

/** How many students have a value in one of these fields of the record. */
export async function valuesOfFields(db: Db, schoolId: string, ids: readonly string[]) {
  const { rows } = await sql<Count>`
    select count(*)::integer as count from official_records
    where school_id = ${schoolId} and own_values ?| ${[...ids]}::text[]`.execute(db)
  return rows[0]!.count
}
