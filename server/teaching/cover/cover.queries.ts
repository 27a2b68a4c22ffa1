import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { lockName } from '#server/db/named-lock.ts'
import type { CoverWay } from './facts.queries.ts'

/** Two people who give lessons of one school away wait for each other, so that each is judged by what the other stored. */
export const lockCovers = (db: Db, schoolId: string) => lockName(db, `covers ${schoolId}`)

export type NewCover = {
  lessonId: string
  number: number
  absentId: string
  teacherId: string | null
  way: CoverWay
  rank: number | null
  reason: string | null
}

type Given = { schoolId: string; day: string; by: string; now: Date; state: 'asked' | 'given' }

export async function insertCovers(db: Db, { schoolId, day, by, now, state }: Given, covers: readonly NewCover[]) {
  const rows = covers.map((cover) => ({ id: newId(), ...cover, state: cover.way === 'cover' ? state : 'given' }))
  await sql`
    insert into covers (school_id, id, day, lesson_id, number, absent_id, teacher_id, way, state, rank, reason, asked_at, asked_by)
    select ${schoolId}, c.id, ${day}, c."lessonId", c.number, c."absentId", c."teacherId", c.way, c.state, c.rank, c.reason,
      ${now.toISOString()}, ${by}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (id uuid, "lessonId" uuid, number smallint, "absentId" uuid,
      "teacherId" uuid, way text, state text, rank smallint, reason text)`.execute(db)
  return rows
}

/** Undoes live covers of a day; answers those that were. */
export async function undoCovers(db: Db, schoolId: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; teacherId: string | null }>`
    update covers set state = 'undone', decided_at = now(), version = version + 1, modified_at = now()
    where school_id = ${schoolId} and id = any (${ids}::uuid[]) and state in ('asked', 'given')
    returning id, teacher_id`.execute(db)
  return rows
}

/** Live covers from a day on that a person gives, or whose lessons are those of a person. */
export async function coversOfPerson(db: Db, schoolId: string, personId: string, from: string, to: string) {
  const { rows } = await sql<{ id: string; day: string; isOwn: boolean }>`
    select c.id, c.day, c.teacher_id = ${personId} as is_own from covers c
    where c.school_id = ${schoolId} and c.state in ('asked', 'given') and c.day between ${from} and ${to}
      and (c.teacher_id = ${personId} or c.absent_id = ${personId})
    order by c.day, c.id`.execute(db)
  return rows
}

export type NewAbsence = {
  schoolId: string
  id: string
  teacherId: string
  fromDay: string
  toDay: string
  fromTime: string | null
  toTime: string | null
  numbers: number[] | null
  kind: string
  toldAt: Date
  toldBy: string
  decidedBy: string | null
}

export const insertAbsence = (db: Db, one: NewAbsence) =>
  sql`
    insert into staff_absences (school_id, id, teacher_id, from_day, to_day, from_time, to_time, numbers, kind, told_at, told_by, decided_by)
    values (${one.schoolId}, ${one.id}, ${one.teacherId}, ${one.fromDay}, ${one.toDay}, ${one.fromTime}, ${one.toTime}, ${one.numbers},
      ${one.kind}, ${one.toldAt.toISOString()}, ${one.toldBy}, ${one.decidedBy})`.execute(db)

/** Takes over what a teacher told of themselves, or changes an absence; answers how many were: 0 or 1. */
export async function takeAbsence(db: Db, { schoolId, id, teacherId, decidedBy, ...one }: NewAbsence) {
  const { numAffectedRows } = await sql`
    update staff_absences set from_day = ${one.fromDay}, to_day = ${one.toDay}, from_time = ${one.fromTime}, to_time = ${one.toTime},
      numbers = ${one.numbers}, kind = ${one.kind}, decided_by = ${decidedBy}, version = version + 1, modified_at = now()
    where school_id = ${schoolId} and id = ${id} and teacher_id = ${teacherId} and removed_at is null`.execute(db)
  return Number(numAffectedRows ?? 0)
}

type Removed = { id: string; teacherId: string; fromDay: string; toDay: string }

/** Removes an absence or brings it back; undefined if there is none in that state. */
export async function removeAbsence(db: Db, schoolId: string, id: string, by: string | null) {
  const { rows } = await sql<Removed>`
    update staff_absences set removed_at = case when ${by}::uuid is not null then now() end, removed_by = ${by},
      version = version + 1, modified_at = now()
    where school_id = ${schoolId} and id = ${id} and (removed_at is null) = (${by}::uuid is not null)
    returning id, teacher_id, from_day, to_day`.execute(db)
  return rows[0]
}

/** Whether a person teaches at the school. */
export async function teachesHere(db: Db, schoolId: string, personId: string) {
  const { rows } = await sql<{ teaches: boolean }>`
    select exists (select from school_teachers t
      where t.school_id = ${schoolId} and t.teacher_id = ${personId} and t.accepted_at is not null) as teaches`.execute(
    db,
  )
  return rows[0]!.teaches
}

export async function letIn(db: Db, schoolId: string, id: string, until: Date) {
  const { numAffectedRows } = await sql`
    update covers set reopened_until = ${until.toISOString()}, version = version + 1, modified_at = now()
    where school_id = ${schoolId} and id = ${id} and state = 'given' and late_asked_at is not null`.execute(db)
  return Number(numAffectedRows ?? 0)
}
