import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { fullName } from '#server/db/search.ts'

type MarksShown = 'atOnce' | 'whenPublished'

/** Locks the drafts among these exams until the call ends, always in the same order. Waits for calls that are rating them. */
export async function lockedDrafts(db: Db, schoolId: string, examIds: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    select id from exams
    where school_id = ${schoolId} and id = any(${[...examIds]}::uuid[]) and published_at is null and removed_at is null
    order by id for update`.execute(db)
  return rows.map(({ id }) => id)
}

/** Publishes locked drafts. Returns, for each of them, the students who have a mark. */
export async function publishDrafts(db: Db, schoolId: string, examIds: readonly string[], by: string) {
  const { rows } = await sql<{ examId: string; version: number; studentIds: string[] }>`
    with published as (
      update exams set published_at = now(), published_by = ${by}
      where school_id = ${schoolId} and id = any(${[...examIds]}::uuid[]) returning id, version
    )
    select p.id as exam_id, p.version,
      coalesce(array_agg(r.student_id order by r.student_id) filter (where r.student_id is not null), '{}') as student_ids
    from published p
    left join student_exams r on r.school_id = ${schoolId} and r.exam_id = p.id and r.removed_at is null
      and (r.total_result is not null or r.is_attend is not null)
    group by p.id, p.version order by p.id`.execute(db)
  return rows
}

/** These exams in the order in which they were named; parents see their marks now. */
export async function publishedExams(db: Db, schoolId: string, examIds: readonly string[]) {
  const { rows } = await sql<{
    examId: string
    marksState: 'atOnce' | 'published'
    publishedAt: string | null
    students: number
    marked: number
  }>`
    select e.id as exam_id, case when e.published_by is null then 'atOnce' else 'published' end as marks_state,
      case when e.published_by is not null then e.published_at end as published_at, counted.*
    from unnest(${[...examIds]}::uuid[]) with ordinality as named (id, place)
    join exams e on e.school_id = ${schoolId} and e.id = named.id and e.removed_at is null and e.published_at is not null
    cross join lateral (
      select count(*)::integer as students,
        count(*) filter (where r.total_result is not null or r.is_attend is not null)::integer as marked
      from student_exams r where r.school_id = ${schoolId} and r.exam_id = e.id and r.removed_at is null) counted
    order by named.place`.execute(db)
  return rows
}

/** When a school shows its marks to parents, and how many of its exams are not published yet. */
export async function markSettingOf(db: Db, schoolId: string) {
  const { rows } = await sql<{ schoolId: string; marksShown: MarksShown; drafts: number }>`
    select s.id as school_id, s.marks_shown, (
      select count(*)::integer from exams e
      where e.school_id = ${schoolId} and e.published_at is null and e.removed_at is null) as drafts
    from schools s where s.id = ${schoolId}`.execute(db)
  return rows[0]!
}

/** Returns whether this changed something. */
export async function setMarksShown(db: Db, schoolId: string, marksShown: MarksShown) {
  const { numUpdatedRows } = await db
    .updateTable('schools')
    .set({ marksShown })
    .where('id', '=', schoolId)
    .where('marksShown', '<>', marksShown)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The changes of a student's mark in an exam, latest first. */
export async function changesOfMark(db: Db, examId: string, studentId: string) {
  const { rows } = await sql<{
    at: string
    byName: string | null
    wasDraft: boolean
    formerResult: number | null
    formerTookPart: boolean | null
    result: number | null
    tookPart: boolean | null
  }>`
    select c.changed_at as at, nullif(${fullName('u')}, '') as by_name, c.was_draft, c.former_result,
      c.former_attend as former_took_part, c.new_result as result, c.new_attend as took_part
    from changes_of_mark(${examId}, ${studentId}) with ordinality as c
    left join users u on u.id = c.changed_by
    order by c.ordinality`.execute(db)
  return rows
}
