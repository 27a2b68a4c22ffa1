import { sql } from 'kysely'
import { kinds } from '#server/db/work-tables.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { fullName } from '#server/db/search.ts'

/** The reasons of leaving, in their order. */
export const reasonsOfLeaving = (db: Db) =>
  db.selectFrom('leavingReasons').select(['id', 'name']).orderBy('position').execute()

/** A student's leavings, latest first. */
export const leavingsOf = (db: Db, schoolId: string, studentId: string, page: PageRequest) =>
  paged(
    db
      .selectFrom('studentLeavings as l')
      .innerJoin('leavingReasons as reason', 'reason.id', 'l.reasonId')
      .innerJoin('users as entering', 'entering.id', 'l.enteredBy')
      .leftJoin('users as receiving', 'receiving.id', 'l.returnedBy')
      .where('l.schoolId', '=', schoolId)
      .where('l.studentId', '=', studentId)
      .select([
        'l.id',
        'l.studentId',
        'l.leftOn',
        'l.reasonId',
        'reason.name as leavingReason',
        'l.note as leavingNote',
      ])
      .select([
        'l.destination',
        'l.paper as leavingPaper',
        'l.seatEnded',
        'l.enteredBy as enteredById',
        fullName('entering').as('enteredByName'),
      ])
      .select(['l.createdAt as createDate', 'l.returnedOn'])
      .select(
        sql<string | null>`case when receiving.id is not null then ${fullName('receiving')} end`.as('returnedByName'),
      )
      .orderBy('l.createdAt', 'desc')
      .orderBy('l.id', 'desc'),
    page,
  )

type NewLeaving = {
  schoolId: string
  studentId: string
  leftOn: string
  reasonId: string
  note: string | null
  destination: string | null
  seatEnded: boolean
  enteredBy: string
}

export const insertLeaving = (db: Db, leaving: NewLeaving) =>
  db
    .insertInto('studentLeavings')
    .values({ id: newId(), ...leaving })
    .execute()

type Words = {
  reasonId?: string | undefined
  note?: string | null | undefined
  destination?: string | null | undefined
  paper?: string | null | undefined
}

type Leaver = { schoolId: string; studentId: string }

/** Changes the texts of a student's open leaving; returns how many rows changed. */
export async function changeLeaving(db: Db, { schoolId, studentId }: Leaver, words: Words): Promise<number> {
  const set = Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined))
  if (Object.keys(set).length === 0) return 0
  const { numUpdatedRows } = await db
    .updateTable('studentLeavings')
    .set({ ...set, version: sql<number>`version + 1`, modifiedAt: sql<string>`now()` })
    .where('schoolId', '=', schoolId)
    .where('studentId', '=', studentId)
    .where('returnedOn', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Closes the open leaving of a student with the first day back; returns when the leaving was entered. */
export async function closeLeaving(db: Db, { schoolId, studentId }: Leaver, returnedOn: string, returnedBy: string) {
  const { rows } = await sql<{ enteredAt: string }>`
    with closed as (
      update student_leavings set returned_on = ${returnedOn}, returned_by = ${returnedBy},
        version = version + 1, modified_at = now()
      where school_id = ${schoolId} and student_id = ${studentId} and returned_on is null returning created_at)
    select created_at::text as entered_at from closed`.execute(db)
  return rows[0]!.enteredAt
}

/** Ends the present class with a day; a class that began later ends on its first day. */
export const leaveClass = (db: Db, schoolId: string, studentId: string, day: string) =>
  sql`
  update student_classes set to_day = greatest(from_day, ${day}::date)
  where school_id = ${schoolId} and student_id = ${studentId} and to_day is null`.execute(db)

type Returning = { schoolId: string; studentId: string; classRoomId: string; leftOn: string; returnedOn: string }

/** Puts a student into a class from a day on; into the former class without a gap, if no day lies between. */
export async function joinClass(db: Db, { schoolId, studentId, classRoomId, leftOn, returnedOn }: Returning) {
  const { numAffectedRows } = await sql`
    update student_classes set to_day = null
    where school_id = ${schoolId} and id = (
        select id from student_classes where school_id = ${schoolId} and student_id = ${studentId}
        order by from_day desc, id desc limit 1)
      and class_room_id = ${classRoomId} and ${returnedOn}::date <= ${leftOn}::date + 1`.execute(db)
  if (numAffectedRows === 1n) return
  await db
    .insertInto('studentClasses')
    .values({ id: newId(), schoolId, studentId, classRoomId, fromDay: returnedOn })
    .execute()
}

/** Removes a student from work that is set for later days and not marked. Marked work stays. */
export async function leaveWork(db: Db, schoolId: string, studentId: string, leftOn: string, by: string) {
  for (const { works, day, results, key, mark, tookPart } of Object.values(kinds))
    await sql`
      update ${sql.table(results)} r set removed_at = now(), removed_by = ${by}, modified_at = now()
      from ${sql.table(works)} w
      where r.school_id = ${schoolId} and r.student_id = ${studentId} and r.removed_at is null and w.school_id = r.school_id and w.id = r.${sql.ref(key)}
        and w.${sql.ref(day)} > ${leftOn} and r.${sql.ref(mark)} is null and r.${sql.ref(tookPart)} is null`.execute(db)
}

type Resuming = { schoolId: string; studentId: string; classRoomId: string; returnedOn: string; enteredAt: string }

/** Puts a student back into the work of a class from which the leaving removed them, from the day of return on. */
export async function resumeWork(db: Db, { schoolId, studentId, classRoomId, returnedOn, enteredAt }: Resuming) {
  for (const { works, day, results, key } of Object.values(kinds))
    await sql`
      update ${sql.table(results)} r set removed_at = null, removed_by = null, modified_at = now()
      from ${sql.table(works)} w
      where r.school_id = ${schoolId} and r.student_id = ${studentId} and r.removed_at = ${enteredAt}::timestamptz and w.school_id = r.school_id and w.id = r.${sql.ref(key)}
        and w.class_room_id = ${classRoomId} and w.${sql.ref(day)} >= ${returnedOn} and w.removed_at is null`.execute(
      db,
    )
}

/** Whether one of these students has left the school. */
export async function hasAnyLeft(db: Db, schoolId: string, studentIds: readonly string[]) {
  const { rows } = await sql<{ left: boolean }>`
    select exists (select from students
      where school_id = ${schoolId} and id = any(${[...studentIds]}::uuid[]) and left_on is not null) as left`.execute(
    db,
  )
  return rows[0]!.left
}

export async function isReasonOfLeaving(db: Db, id: string) {
  return (await db.selectFrom('leavingReasons').where('id', '=', id).select('id').execute()).length > 0
}
