import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { kinds, type WorkTable } from '#server/db/work-tables.ts'
import type { StoredWork } from './class-work.queries.ts'

/** Marks work and its results as deleted. Returns how many results were deleted. */
export async function removeWork(db: Db, { kind, schoolId, workId }: StoredWork, by: string): Promise<number> {
  const { works, results, key } = kinds[kind]
  const { rows } = await sql<{ results: number }>`
    with taken as (
      update ${sql.table(results)} set removed_at = now(), removed_by = ${by}, modified_at = now()
      where school_id = ${schoolId} and ${sql.ref(key)} = ${workId} and removed_at is null returning 1
    ), gone as (
      update ${sql.table(works)} set removed_at = now(), removed_by = ${by} where school_id = ${schoolId} and id = ${workId}
    )
    select count(*)::integer as results from taken`.execute(db)
  return rows[0]!.results
}

/**
 * Puts removed work back with the results that were removed with it, and not with those of students who had been taken out of it before.
 * Returns how many results came back.
 */
export async function putWorkBack(db: Db, { kind, schoolId, workId }: StoredWork): Promise<number> {
  const { works, results, key } = kinds[kind]
  const { rows } = await sql<{ results: number }>`
    with was as (
      select removed_at from ${sql.table(works)} where school_id = ${schoolId} and id = ${workId} and removed_at is not null
    ), back as (
      update ${sql.table(works)} set removed_at = null, removed_by = null where school_id = ${schoolId} and id = ${workId}
    ), returned as (
      update ${sql.table(results)} r set removed_at = null, removed_by = null, modified_at = now()
      where r.school_id = ${schoolId} and r.${sql.ref(key)} = ${workId} and r.removed_at = (select removed_at from was) returning 1
    )
    select count(*)::integer as results from returned`.execute(db)
  return rows[0]!.results
}

const isMarked = (kind: WorkTable) =>
  sql`(r.${sql.ref(kinds[kind].mark)} is not null or r.${sql.ref(kinds[kind].tookPart)} is not null)`

/** Whether a person has published marks of this work to parents. Only exams have such a publication. */
export async function hasPublishedMarks(db: Db, { kind, schoolId, workId }: StoredWork) {
  if (kind !== 'exam') return false
  const { rows } = await sql`
    select from exams w
    where w.school_id = ${schoolId} and w.id = ${workId} and w.published_by is not null and exists (
      select from student_exams r
      where r.school_id = ${schoolId} and r.exam_id = w.id and r.removed_at is null and ${isMarked(kind)})`.execute(db)
  return rows.length > 0
}

/** Whether marks of this work were stored when a term was closed that is closed still. */
export async function countsInClosedTerm(db: Db, { kind, schoolId, workId }: StoredWork) {
  const { works, results, key, day } = kinds[kind]
  const { rows } = await sql`
    select from ${sql.table(works)} w
    join ${sql.table(results)} r on r.school_id = ${schoolId} and r.${sql.ref(key)} = w.id and r.removed_at is null and ${isMarked(kind)}
    join term_results c on c.school_id = ${schoolId} and c.student_id = r.student_id and c.course_id = w.course_id
    join term_closings k on k.school_id = ${schoolId} and k.id = c.closing_id and k.reopened_at is null and k.closed_at >= w.created_at
    join terms t on t.school_id = ${schoolId} and t.id = k.term_id and w.${sql.ref(day)} between t.start_date and t.end_date
    where w.school_id = ${schoolId} and w.id = ${workId} limit 1`.execute(db)
  return rows.length > 0
}

type Effect = { students: number; marks: number; readers: number; files: number }

/** For how many students it is set, how many have a mark, and how many parents have opened a notice of these marks. */
export async function effectOfWork(db: Db, { kind, schoolId, workId }: StoredWork): Promise<Effect> {
  const { results, key } = kinds[kind]
  const { rows } = await sql<Effect>`
    select count(*)::integer as students, (count(*) filter (where ${isMarked(kind)}))::integer as marks,
      openers_of_works(${schoolId}, array[${workId}::uuid], coalesce(array_agg(r.student_id), '{}')) as readers,
      (select count(*)::integer from attachments a where a.school_id = ${schoolId} and a.homework_id = ${workId}) as files
    from ${sql.table(results)} r
    where r.school_id = ${schoolId} and r.${sql.ref(key)} = ${workId} and r.removed_at is null`.execute(db)
  return rows[0]!
}
