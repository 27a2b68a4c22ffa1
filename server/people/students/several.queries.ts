import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

export type Enrolment = {
  id: string
  active: boolean
  left: boolean
  merged: boolean
  classRoomId: string
  classIsActive: boolean
}

/** The state of students of a school, by id. They must be locked. */
export async function enrolmentOf(db: Db, schoolId: string, studentIds: readonly string[]) {
  const { rows } = await sql<Enrolment>`
    select s.id, s.active, s.left_on is not null as left, s.merged_into is not null as merged, s.class_room_id, c.active as class_is_active
    from students s join class_rooms c on c.school_id = s.school_id and c.id = s.class_room_id
    where s.school_id = ${schoolId} and s.id = any(${[...studentIds]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The present classes of students of a school. */
export async function classesOfStudents(db: Db, schoolId: string, studentIds: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    select distinct class_room_id as id from students
    where school_id = ${schoolId} and id = any(${[...studentIds]}::uuid[])`.execute(db)
  return rows.map(({ id }) => id)
}

/** Takes students off the rolls; returns those who were on them. */
export async function deactivate(db: Db, schoolId: string, studentIds: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    update students set active = false, version = version + 1, modified_at = now()
    where school_id = ${schoolId} and id = any(${[...studentIds]}::uuid[]) and active returning id`.execute(db)
  return rows.map(({ id }) => id)
}
