import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { kinds, type WorkTable } from '#server/db/work-tables.ts'
import { keepStudents } from '#server/platform/payments/seats.queries.ts'

/** Whether a class is active. Locks the class, so that it stays so until the call ends. */
export async function classIsActive(db: Db, schoolId: string, classRoomId: string) {
  const { rows } = await sql<{ active: boolean }>`
    select active from class_rooms where school_id = ${schoolId} and id = ${classRoomId} for share`.execute(db)
  return rows[0]?.active ?? false
}

type Listed = {
  kind: WorkTable
  schoolId: string
  workId: string | null
  classRoomId: string
  studentIds: readonly string[]
}

/** How many of these students are neither active in the class nor already on the work. */
export async function strangersAmong(
  db: Db,
  { kind, schoolId, workId, classRoomId, studentIds }: Listed,
): Promise<number> {
  const { results, key } = kinds[kind]
  const { rows } = await sql<{ known: number }>`
    select count(*)::integer as known from students s
    where s.school_id = ${schoolId} and s.id = any(${[...studentIds]}::uuid[])
      and ((s.class_room_id = ${classRoomId} and s.active) or exists (select from ${sql.table(results)} r
        where r.school_id = ${schoolId} and r.${sql.ref(key)} = ${workId} and r.student_id = s.id and r.removed_at is null))`.execute(
    db,
  )
  return new Set(studentIds).size - rows[0]!.known
}

type NewWork = {
  kind: WorkTable
  schoolId: string
  workId: string
  classRoomId: string
  /** Null: all active students of the class. */
  studentIds: readonly string[] | null
}

/** Stores an unrated result row for each named student, or for the whole class. Returns the students. */
export async function setForStudents(db: Db, { kind, schoolId, workId, classRoomId, studentIds }: NewWork) {
  const { results, key } = kinds[kind]
  const { rows } = await sql<{ studentId: string }>`
    insert into ${sql.table(results)} as r (school_id, ${sql.ref(key)}, student_id)
    select school_id, ${workId}, id from students
    where school_id = ${schoolId} and class_room_id = ${classRoomId} and active
      and (${studentIds === null} or id = any(${[...(studentIds ?? [])]}::uuid[]))
    returning r.student_id`.execute(db)
  return rows.map(({ studentId }) => studentId)
}

/** Homework, an exam or an activity of a school. */
export type StoredWork = { kind: WorkTable; schoolId: string; workId: string }

type Changed = StoredWork & { studentIds: readonly string[] }

/** Adds missing students. A student who was removed before gets the earlier result back. Returns how many rows changed. */
export async function addStudents(db: Db, { kind, schoolId, workId, studentIds }: Changed): Promise<number> {
  const { results, key } = kinds[kind]
  await keepStudents(db, schoolId, studentIds)
  const { numAffectedRows } = await sql`
    insert into ${sql.table(results)} as r (school_id, ${sql.ref(key)}, student_id)
    select school_id, ${workId}, id from students where school_id = ${schoolId} and id = any(${[...studentIds]}::uuid[])
    on conflict on constraint ${sql.ref(`${results}_once`)} do update
      set removed_at = null, removed_by = null, modified_at = excluded.modified_at where r.removed_at is not null`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

/** Removes the students who are not in the list. Returns how many rows changed. */
export async function takeOthersAway(
  db: Db,
  { kind, schoolId, workId, studentIds }: Changed,
  by: string,
): Promise<number> {
  const { results, key } = kinds[kind]
  const { numAffectedRows } = await sql`
    update ${sql.table(results)} set removed_at = now(), removed_by = ${by}, modified_at = now()
    where school_id = ${schoolId} and ${sql.ref(key)} = ${workId} and removed_at is null
      and student_id <> all(${[...studentIds]}::uuid[])
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Whether a result of the work is above a mark. Rating locks the work, so no other result is stored in between. */
export async function hasResultAbove(db: Db, { kind, schoolId, workId }: StoredWork, mark: number): Promise<boolean> {
  const { results, key, mark: column } = kinds[kind]
  const { rows } = await sql<{ has: boolean }>`select exists (
    select from ${sql.table(results)}
    where school_id = ${schoolId} and ${sql.ref(key)} = ${workId} and removed_at is null and ${sql.ref(column)} > ${mark}) as has`.execute(
    db,
  )
  return rows[0]!.has
}
