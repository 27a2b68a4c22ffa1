import { sql } from 'kysely'
import type { Db } from './db/db.ts'

/** Tables of a kind of class work: the work, a result row for each student it is set for, and the mark in it. */
const tables = {
  exam: { results: 'student_exams', key: 'exam_id', mark: 'total_result' },
  homework: { results: 'student_homework', key: 'homework_id', mark: 'result' },
  activity: { results: 'student_activities', key: 'activity_id', mark: 'result' },
} as const

export type KindOfWork = keyof typeof tables

/** Whether a class is active; held so until the call ends. */
export async function classIsActive(db: Db, schoolId: string, classRoomId: string) {
  const { rows } = await sql<{ active: boolean }>`
    select active from class_rooms where school_id = ${schoolId} and id = ${classRoomId} for share`.execute(db)
  return rows[0]?.active ?? false
}

type Listed = { kind: KindOfWork; workId: string | null; classRoomId: string; studentIds: readonly string[] }

/** How many of these are neither active students of the class nor on the work already. */
export async function strangersAmong(db: Db, { kind, workId, classRoomId, studentIds }: Listed): Promise<number> {
  const { results, key } = tables[kind]
  const { rows } = await sql<{ strangers: number }>`
    select count(*)::integer as strangers from unnest(${[...studentIds]}::uuid[]) as listed(id)
    where not exists (select from students s where s.id = listed.id and s.class_room_id = ${classRoomId} and s.active)
      and not exists (select from ${sql.table(results)} r
        where r.${sql.ref(key)} = ${workId} and r.student_id = listed.id and r.removed_at is null)`.execute(db)
  return rows[0]!.strangers
}

type NewWork = {
  kind: KindOfWork
  schoolId: string
  workId: string
  classRoomId: string
  /** Null: every active student of the class. */
  studentIds: readonly string[] | null
}

/** Fan-out: a result row, not rated, for each student named, or for all of the class; answers for whom. */
export async function setForStudents(db: Db, { kind, schoolId, workId, classRoomId, studentIds }: NewWork) {
  const { results, key } = tables[kind]
  const { rows } = await sql<{ studentId: string }>`
    insert into ${sql.table(results)} (school_id, ${sql.ref(key)}, student_id)
    select school_id, ${workId}, id from students
    where school_id = ${schoolId} and class_room_id = ${classRoomId} and active
      and (${studentIds === null} or id = any(${[...(studentIds ?? [])]}::uuid[]))
    returning student_id`.execute(db)
  return rows.map(({ studentId }) => studentId)
}

type Changed = { kind: KindOfWork; schoolId: string; workId: string; studentIds: readonly string[]; by: string }

/**
 * Adds who is missing and takes away who is not named; what was taken away before comes back as it was. Answers how many
 * rows that changed.
 */
export async function changeStudents(db: Db, { kind, schoolId, workId, studentIds, by }: Changed): Promise<number> {
  const { results, key } = tables[kind]
  const ids = [...studentIds]
  const { rows } = await sql<{ changed: number }>`
    with added as (
      insert into ${sql.table(results)} as r (school_id, ${sql.ref(key)}, student_id)
      select ${schoolId}, ${workId}, id from unnest(${ids}::uuid[]) as listed(id)
      on conflict (${sql.ref(key)}, student_id) do update
        set removed_at = null, removed_by = null, modified_at = now() where r.removed_at is not null
      returning 1
    ), taken as (
      update ${sql.table(results)} set removed_at = now(), removed_by = ${by}, modified_at = now()
      where ${sql.ref(key)} = ${workId} and removed_at is null and student_id <> all(${ids}::uuid[])
      returning 1
    )
    select ((select count(*) from added) + (select count(*) from taken))::integer as changed`.execute(db)
  return rows[0]!.changed
}

/** Whether a result of the work is above a mark. Who rates locks the work, so that none comes in between. */
export async function hasResultAbove(db: Db, kind: KindOfWork, workId: string, mark: number): Promise<boolean> {
  const { results, key, mark: column } = tables[kind]
  const { rows } = await sql<{ has: boolean }>`select exists (
    select from ${sql.table(results)}
    where ${sql.ref(key)} = ${workId} and removed_at is null and ${sql.ref(column)} > ${mark}) as has`.execute(db)
  return rows[0]!.has
}

/** Takes the results of a work out of every answer; answers how many. */
export async function removeResults(db: Db, kind: KindOfWork, workId: string, by: string): Promise<number> {
  const { results, key } = tables[kind]
  const { numAffectedRows } = await sql`
    update ${sql.table(results)} set removed_at = now(), removed_by = ${by}, modified_at = now()
    where ${sql.ref(key)} = ${workId} and removed_at is null`.execute(db)
  return Number(numAffectedRows ?? 0)
}
