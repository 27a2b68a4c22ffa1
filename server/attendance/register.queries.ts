import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { unread } from '#server/db/pipeline.ts'

export type AttendanceMark = {
  studentId: string
  state: string | null
  minutesLate: number | null
  note: string | null
}

/** One class on one civil day. */
export type SheetKey = { schoolId: string; classRoomId: string; date: string }

/** Whether a class takes new records. */
export const isActive = async (db: Db, { schoolId, classRoomId }: SheetKey) =>
  (
    await db
      .selectFrom('classRooms')
      .where('schoolId', '=', schoolId)
      .where('id', '=', classRoomId)
      .select('active')
      .executeTakeFirstOrThrow()
  ).active

/** Locks a sheet until the call ends, making it when it is new. Answers its version: 0 while it has no marks. */
export async function lockSheet(db: Db, { schoolId, classRoomId, date }: SheetKey, personId: string) {
  await sql`${unread}
    insert into attendance_sheets (school_id, class_room_id, date, version, saved_by)
    values (${schoolId}, ${classRoomId}, ${date}, 0, ${personId})
    on conflict (class_room_id, date) do update set version = attendance_sheets.version`.execute(db)
  const { rows } = await sql<{ version: number }>`
    select case when exists (select from attendance_marks m where m.class_room_id = ${classRoomId} and m.date = ${date})
      then version else 0 end as version
    from attendance_sheets where class_room_id = ${classRoomId} and date = ${date}`.execute(db)
  return rows[0]!.version
}

export type Written = {
  saved: number
  removed: number
  /** 0 when no mark is left. */
  version: number
  /** Students whom this save made absent, late or excused. */
  news: { studentId: string; state: string }[]
}

/**
 * Stores the listed marks of a locked sheet in one statement, however many there are; a mark without a state goes, and one
 * that is stored already stays as it is, with its author.
 */
export async function writeMarks(
  db: Db,
  { schoolId, classRoomId, date }: SheetKey,
  personId: string,
  marks: AttendanceMark[],
) {
  const { rows } = await sql<Written>`
    with listed as (
      select * from unnest(
        ${marks.map(newId)}::uuid[], ${marks.map((mark) => mark.studentId)}::uuid[], ${marks.map((mark) => mark.state)}::text[],
        ${marks.map((mark) => mark.minutesLate)}::smallint[], ${marks.map((mark) => mark.note)}::text[]
      ) as l (id, student_id, state, minutes_late, note)
    ), before as (
      select student_id, state from attendance_marks where class_room_id = ${classRoomId} and date = ${date}
    ), removed as (
      delete from attendance_marks m using listed l
      where m.class_room_id = ${classRoomId} and m.date = ${date} and m.student_id = l.student_id and l.state is null
      returning 1
    ), written as (
      insert into attendance_marks
        (id, school_id, class_room_id, student_id, date, state, minutes_late, note, supervisor_id)
      select id, ${schoolId}, ${classRoomId}, student_id, ${date}::date, state, minutes_late, note, ${personId}
      from listed where state is not null
      on conflict (student_id, date, class_room_id) do update set
        state = excluded.state, minutes_late = excluded.minutes_late, note = excluded.note,
        supervisor_id = excluded.supervisor_id, modified_at = now()
      where (attendance_marks.state, attendance_marks.minutes_late, attendance_marks.note)
        is distinct from (excluded.state, excluded.minutes_late, excluded.note)
    ), sheet as (
      update attendance_sheets set version = version + 1, saved_by = ${personId}, modified_at = now()
      where class_room_id = ${classRoomId} and date = ${date}
      returning version
    )
    select (select count(*) from listed where state is not null)::integer as saved, (select count(*) from removed)::integer as removed,
      case when not exists (select from listed where state is not null)
        and (select count(*) from before) = (select count(*) from removed) then 0 else sheet.version end as version,
      coalesce((
        select jsonb_agg(jsonb_build_object('studentId', l.student_id, 'state', l.state))
        from listed l left join before b on b.student_id = l.student_id
        where l.state <> 'present' and l.state is distinct from b.state), '[]') as news
    from sheet`.execute(db)
  return rows[0]!
}
