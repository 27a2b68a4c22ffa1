import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { fixed } from '#server/db/speculation/compiled.ts'
import { stateWithExcuse } from '#server/teaching/absence/excuses.queries.ts'
import type { SheetKey } from './roll.queries.ts'

type Derived = {
  /** Students who became absent, late or excused by it. */
  news: { studentId: string; state: string }[]
  /** The new version of the day's sheet of the class; null if its marks stay as they were. */
  version: number | null
}

/**
 * Stores how the day of these students follows from their lessons (decision 163), in one statement. What people said of a day, in its register
 * or at the office, stays. A mark stays in the class where it was made, as on the day of a move. The sheet of the day must be locked.
 */
export async function deriveDay(
  db: Db,
  { schoolId, classRoomId, date }: SheetKey,
  personId: string,
  students: string[],
) {
  const { rows } = await derive(schoolId, classRoomId, date, personId, students.map(newId), students).execute(db)
  return rows[0]!
}

const derive = fixed(
  (
    schoolId: string,
    classRoomId: string,
    date: string,
    personId: string,
    ids: readonly string[],
    students: readonly string[],
  ) => sql<Derived>`
    with derived as (
      select d.* from class_rooms c
      cross join lateral day_rule_on(${schoolId}, c.grade_id, ${date}) r
      cross join lateral days_by_lessons(${schoolId}, ${students}::uuid[], ${date}, ${date}, r.rule, r.share) d
      where c.school_id = ${schoolId} and c.id = ${classRoomId}
    ), wanted as (
      select l.id, l.student_id, d.minutes_late, d.left_at,
        ${stateWithExcuse(schoolId, { student: 'l.studentId', day: 'd.day', state: 'd.state' })} as state
      from unnest(${ids}::uuid[], ${students}::uuid[]) as l (id, student_id) left join derived d on d.student_id = l.student_id
    ), before as (
      select m.student_id, m.class_room_id, m.state from attendance_marks m
      where m.school_id = ${schoolId} and m.date = ${date} and not m.superseded and (
        m.class_room_id = ${classRoomId} or m.student_id = any (${students}::uuid[]))
    ), removed as (
      delete from attendance_marks m using wanted w
      where m.school_id = ${schoolId} and m.student_id = w.student_id and m.date = ${date} and m.origin = 'derived' and w.state is null
      returning m.class_room_id, m.student_id
    ), written as (
      insert into attendance_marks
        (id, school_id, class_room_id, student_id, date, state, minutes_late, left_at, supervisor_id, origin)
      select w.id, ${schoolId}, ${classRoomId}, w.student_id, ${date}::date, w.state, w.minutes_late, w.left_at, ${personId}, 'derived'
      from wanted w where w.state is not null
      on conflict (school_id, student_id, date) where not superseded do update set
        state = excluded.state, minutes_late = excluded.minutes_late, note = null, left_at = excluded.left_at,
        supervisor_id = excluded.supervisor_id, modified_at = excluded.modified_at
      where attendance_marks.origin = 'derived'
        and (attendance_marks.state, attendance_marks.minutes_late, attendance_marks.left_at)
          is distinct from (excluded.state, excluded.minutes_late, excluded.left_at)
      returning class_room_id, student_id, state
    ), changed as (
      select class_room_id, student_id, state from written union all select class_room_id, student_id, null from removed
    ), sheets as (
      update attendance_sheets s set version = s.version + 1, saved_by = ${personId}, modified_at = now(),
        counted_version = case when s.class_room_id = ${classRoomId} then s.version + 1 else s.counted_version end,
        counts = case when s.class_room_id = ${classRoomId} then (
          select array[count(*) filter (where now.state = 'present'), count(*) filter (where now.state = 'late'),
            count(*) filter (where now.state = 'absent'), count(*) filter (where now.state = 'excused')]::smallint[]
          from (
            select c.state from changed c where c.class_room_id = ${classRoomId}
            union all
            select b.state from before b
            where b.class_room_id = ${classRoomId} and not exists (select from changed c where c.student_id = b.student_id)) now)
          else s.counts end
      where s.school_id = ${schoolId} and s.date = ${date} and s.class_room_id in (select class_room_id from changed)
      returning s.class_room_id, s.version
    )
    select (select version from sheets where class_room_id = ${classRoomId}) as version,
      coalesce((
        select jsonb_agg(jsonb_build_object('studentId', w.student_id, 'state', w.state))
        from written w left join before b on b.student_id = w.student_id
        where w.state <> 'present' and w.state is distinct from b.state), '[]') as news`,
)
