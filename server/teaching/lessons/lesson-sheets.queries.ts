import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { fixed } from '#server/db/speculation/compiled.ts'
import { sideBySide } from '#server/db/speculation/ways.ts'
import { fullName } from '#server/db/search.ts'
import { keepingStudents } from '#server/people/students/students.queries.ts'
import { seated } from '#server/people/students/seated.queries.ts'
import { closingRow, keepingCalendar, keepingNoCalendar } from '#server/school/presence/open-days.queries.ts'
import { countsAbsence } from '#server/teaching/absence/rules.queries.ts'
import { activeRow, type AttendanceMark, lockDay } from '#server/teaching/attendance/register.queries.ts'
import { factsOfLesson, type LessonKey, partOf } from './lesson-facts.queries.ts'

/**
 * What a save of a lesson must know before it stores anything. The sheet of the day is locked: so registers of one class and day, whose marks
 * make one day, are stored one after another.
 */
export async function openLesson(db: Db, key: LessonKey, personId: string, studentIds: string[]) {
  const { schoolId, classRoomId, groupId, date, number } = key
  const read = await sideBySide(db, {
    noCalendar: keepingNoCalendar(schoolId),
    calendar: keepingCalendar(schoolId),
    kept: keepingStudents(schoolId, studentIds),
    students: inLesson(schoolId, classRoomId, groupId, partOf(key), date, number, studentIds),
    rooms: activeRow(schoolId, classRoomId, date),
    locked: lockDay(schoolId, classRoomId, date, personId),
    facts: factsOfLesson(key, personId),
    closings: closingRow(schoolId, classRoomId, date),
    rules: countsAbsence(schoolId),
  })
  return {
    known: new Map(read.students.map(({ id, elsewhere }) => [id, elsewhere])),
    isActive: read.rooms[0]!.active,
    facts: read.facts[0]!,
    closing: read.closings[0],
    countsAbsence: read.rules[0]!.counts,
  }
}

/**
 * Of these students, those whom the register of a lesson may record: who is in the class and its group on that day, or has a mark in it.
 * `elsewhere`: another class or group has their mark of this number. A statement of its own after the lock, as for the register of the day.
 */
const inLesson = fixed(
  (
    schoolId: string,
    classRoomId: string,
    groupId: string | null,
    part: string,
    date: string,
    number: number,
    studentIds: readonly string[],
  ) => sql<{ id: string; elsewhere: boolean }>`
    select st.id, exists (
      select from lesson_marks m
      where m.school_id = ${schoolId} and m.student_id = st.id and m.day = ${date} and m.number = ${number}::smallint
        and (m.class_room_id, m.part) <> (${classRoomId}::uuid, ${part}::uuid)) as elsewhere
    from students st
    where st.school_id = ${schoolId} and st.id = any (${studentIds}::uuid[]) and (
      exists (select from lesson_marks m
        where m.school_id = ${schoolId} and m.student_id = st.id and m.day = ${date} and m.number = ${number}::smallint
          and m.class_room_id = ${classRoomId} and m.part = ${part})
      or exists (select from student_classes h
        where h.school_id = ${schoolId} and h.student_id = st.id and h.class_room_id = ${classRoomId}
          and ${seated(schoolId, classRoomId, date)}
          and (${groupId}::uuid is null or ${groupId}::uuid in (select groups_on(${schoolId}, st.id, ${date})))))`,
)

type Stored = { saved: number; removed: number; version: number }
type Taught = { lessonId: string; courseId: string; lateReason: string | null }

/** Stores the marks of a lesson in one statement. A mark without a state is removed; one with the same content stays, with its author. */
export async function writeLesson(db: Db, key: LessonKey, personId: string, marks: AttendanceMark[], taught: Taught) {
  const { schoolId, classRoomId, groupId, date, number } = key
  const { rows } = await write(
    { schoolId, classRoomId, groupId, part: partOf(key), date, number, personId, ...taught },
    marks,
  ).execute(db)
  return rows[0]!
}

type Writing = Taught & Omit<LessonKey, 'groupId'> & { groupId: string | null; part: string; personId: string }

const write = (one: Writing, marks: AttendanceMark[]) => {
  const ofSheet = sql`m.school_id = ${one.schoolId} and m.class_room_id = ${one.classRoomId} and m.day = ${one.date}
    and m.number = ${one.number}::smallint and m.part = ${one.part}`
  const late = one.lateReason === null ? null : one.personId
  return sql<Stored>`
    with listed as (
      select * from unnest(
        ${marks.map(newId)}::uuid[], ${marks.map(({ studentId }) => studentId)}::uuid[], ${marks.map(({ state }) => state)}::text[],
        ${marks.map(({ minutesLate }) => minutesLate)}::smallint[], ${marks.map(({ leftAt }) => leftAt)}::time[],
        ${marks.map(({ note }) => note)}::text[]
      ) as l (id, student_id, state, minutes_late, left_at, note)
    ), before as (
      select m.student_id from lesson_marks m where ${ofSheet}
    ), removed as (
      delete from lesson_marks m using listed l where ${ofSheet} and m.student_id = l.student_id and l.state is null returning 1
    ), sheet as (
      insert into lesson_sheets as s
        (school_id, class_room_id, group_id, day, number, lesson_id, course_id, version, saved_by, late_reason, late_reason_by)
      values (${one.schoolId}, ${one.classRoomId}, ${one.groupId}, ${one.date}, ${one.number}, ${one.lessonId}, ${one.courseId}, 1,
        ${one.personId}, ${one.lateReason}, ${late})
      on conflict on constraint lesson_sheets_once do update set version = s.version + 1, saved_by = excluded.saved_by, modified_at = now(),
        late_reason = coalesce(excluded.late_reason, s.late_reason), late_reason_by = coalesce(excluded.late_reason_by, s.late_reason_by)
      returning s.version
    ), written as (
      insert into lesson_marks
        (school_id, id, class_room_id, part, day, number, student_id, state, minutes_late, left_at, note, marked_by)
      select ${one.schoolId}, l.id, ${one.classRoomId}, ${one.part}, ${one.date}, ${one.number}, l.student_id, l.state, l.minutes_late,
        l.left_at, l.note, ${one.personId}
      from listed l where l.state is not null
      on conflict on constraint lesson_marks_once do update set state = excluded.state, minutes_late = excluded.minutes_late,
        left_at = excluded.left_at, note = excluded.note, marked_by = excluded.marked_by, modified_at = excluded.modified_at
      where (lesson_marks.state, lesson_marks.minutes_late, lesson_marks.left_at, lesson_marks.note)
        is distinct from (excluded.state, excluded.minutes_late, excluded.left_at, excluded.note)
      returning 1
    )
    select (select count(*) from listed where state is not null)::integer as saved, (select count(*) from removed)::integer as removed,
      case when not exists (select from listed where state is not null)
        and (select count(*) from before) = (select count(*) from removed) then 0 else sheet.version end as version
    from sheet`
}

/** The stored marks of a lesson, for who began from an older version. */
export async function marksOfLesson(db: Db, key: LessonKey, version: number) {
  const { rows } = await sql<{ studentId: string; studentName: string; state: string }>`
    select m.student_id, ${fullName('st')} as student_name, m.state
    from lesson_marks m join students st on st.school_id = m.school_id and st.id = m.student_id
    where m.school_id = ${key.schoolId} and m.class_room_id = ${key.classRoomId} and m.day = ${key.date} and m.number = ${key.number}
      and m.part = ${partOf(key)}
    order by 2, 1`.execute(db)
  return rows.map((row) => ({ ...row, version }))
}
