import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { excusedOn } from '#server/teaching/absence/excuses.queries.ts'
import { countsAbsence } from '#server/teaching/absence/rules.queries.ts'
import { newId } from '#server/db/ids.ts'
import { fixed } from '#server/db/speculation/compiled.ts'
import { sideBySide } from '#server/db/speculation/ways.ts'
import {
  type Closing,
  closingRow,
  keepingCalendar,
  keepingNoCalendar,
} from '#server/school/presence/open-days.queries.ts'
import { keepingStudents } from '#server/people/students/students.queries.ts'
import { recordable, type SheetKey } from './roll.queries.ts'

export type AttendanceMark = {
  studentId: string
  state: string | null
  minutesLate: number | null
  note: string | null
  leftAt: string | null
}

/** What a save of a sheet must know before it stores anything. */
export type Opened = {
  /** Whether the school has rules that count absences. */
  countsAbsence: boolean
  /** Those of the listed students whom the class may record on that day; true if another class has already recorded them. */
  known: ReadonlyMap<string, boolean>
  /** Whether the class accepts new records. */
  isActive: boolean
  /** Whether the day of the class follows from its lessons (decision 163). */
  takesLessons: boolean
  /** 0 while the sheet has no marks. */
  version: number
  /** Why the class has no school on that day. */
  closing: Closing | undefined
  /** Those of the listed students whom an accepted excuse covers on that day. */
  excused: ReadonlySet<string>
}

/** Locks a sheet until the call ends, and creates it if it is new. */
export async function openSheet(db: Db, sheet: SheetKey, personId: string, studentIds: string[]): Promise<Opened> {
  const { schoolId, classRoomId, date } = sheet
  const { students, rooms, versions, closings, excused, rules } = await sideBySide(db, {
    noCalendar: keepingNoCalendar(schoolId),
    calendar: keepingCalendar(schoolId),
    kept: keepingStudents(schoolId, studentIds),
    students: recordable(schoolId, classRoomId, date, studentIds),
    rooms: activeRow(schoolId, classRoomId, date),
    locked: lockDay(schoolId, classRoomId, date, personId),
    versions: versionRow(schoolId, classRoomId, date),
    closings: closingRow(schoolId, classRoomId, date),
    excused: excusedOn(schoolId, date, studentIds),
    rules: countsAbsence(schoolId),
  })
  return {
    known: new Map(students.map(({ id, elsewhere }) => [id, elsewhere])),
    isActive: rooms[0]!.active,
    takesLessons: rooms[0]!.takesLessons,
    version: versions[0]!.version,
    closing: closings[0],
    excused: ids(excused),
    countsAbsence: rules[0]!.counts,
  }
}

const ids = (rows: readonly { id: string }[]) => new Set(rows.map(({ id }) => id))

/** Whether a class accepts records, and whether its day follows from its lessons. */
export const activeRow = fixed(
  (schoolId: string, classRoomId: string, date: string) => sql<{ active: boolean; takesLessons: boolean }>`
    select c.active, exists (select from day_rule_on(${schoolId}, c.grade_id, ${date})) as takes_lessons
    from class_rooms c where c.school_id = ${schoolId} and c.id = ${classRoomId}`,
)

/** Locks the sheet of a day, and creates it if it is new. */
export const lockDay = fixed(
  (schoolId: string, classRoomId: string, date: string, personId: string) => sql`
    insert into attendance_sheets (school_id, class_room_id, date, version, saved_by)
    values (${schoolId}, ${classRoomId}, ${date}, 0, ${personId})
    on conflict on constraint attendance_sheets_once do update set version = attendance_sheets.version`,
)

const versionRow = fixed(
  (schoolId: string, classRoomId: string, date: string) => sql<{ version: number }>`
    select case when exists (select from attendance_marks m
        where m.school_id = ${schoolId} and m.class_room_id = ${classRoomId} and m.date = ${date})
      then version else 0 end as version
    from attendance_sheets where school_id = ${schoolId} and class_room_id = ${classRoomId} and date = ${date}`,
)

export type Written = {
  saved: number
  removed: number
  /** 0 if no mark is left. */
  version: number
  /** Students who became absent, late or excused by this save. */
  news: { studentId: string; state: string }[]
}

/**
 * Stores the listed marks of a locked sheet in one statement, however many there are. A mark without a state is removed. A mark that is
 * already stored with the same content stays unchanged, with its author.
 */
export async function writeMarks(
  db: Db,
  { schoolId, classRoomId, date }: SheetKey,
  personId: string,
  marks: AttendanceMark[],
  { closedReason, origin }: { closedReason: string | null; origin: 'taken' | 'office' },
) {
  const { rows } = await write(
    schoolId,
    classRoomId,
    date,
    personId,
    marks.map(newId),
    marks.map((mark) => mark.studentId),
    marks.map((mark) => mark.state),
    marks.map((mark) => mark.minutesLate),
    marks.map((mark) => mark.note),
    marks.map((mark) => mark.leftAt),
    closedReason,
    origin,
  ).execute(db)
  return rows[0]!
}

type List = readonly (string | number | null)[]

const write = fixed(
  (
    schoolId: string,
    classRoomId: string,
    date: string,
    personId: string,
    ids: List,
    students: List,
    states: List,
    minutesLate: List,
    notes: List,
    leftAt: List,
    closedReason: string | null,
    origin: string,
  ) => sql<Written>`
    with listed as (
      select * from unnest(
        ${ids}::uuid[], ${students}::uuid[], ${states}::text[], ${minutesLate}::smallint[], ${notes}::text[], ${leftAt}::time[]
      ) as l (id, student_id, state, minutes_late, note, left_at)
    ), before as (
      select student_id, state, superseded from attendance_marks
      where school_id = ${schoolId} and class_room_id = ${classRoomId} and date = ${date}
    ), removed as (
      delete from attendance_marks m using listed l
      where m.school_id = ${schoolId} and m.class_room_id = ${classRoomId} and m.date = ${date}
        and m.student_id = l.student_id and l.state is null
      returning 1
    ), written as (
      insert into attendance_marks
        (id, school_id, class_room_id, student_id, date, state, minutes_late, note, left_at, supervisor_id, origin)
      select id, ${schoolId}, ${classRoomId}, student_id, ${date}::date, state, minutes_late, note, left_at, ${personId}, ${origin}
      from listed where state is not null
      on conflict on constraint attendance_marks_once do update set
        state = excluded.state, minutes_late = excluded.minutes_late, note = excluded.note,
        left_at = excluded.left_at, origin = excluded.origin, supervisor_id = excluded.supervisor_id, modified_at = excluded.modified_at, superseded = false, import_id = null
      where (attendance_marks.state, attendance_marks.minutes_late, attendance_marks.note, attendance_marks.left_at,
          attendance_marks.origin, attendance_marks.superseded)
        is distinct from (excluded.state, excluded.minutes_late, excluded.note, excluded.left_at, excluded.origin, false)
    ), counted as (
      select array[count(*) filter (where state = 'present'), count(*) filter (where state = 'late'),
        count(*) filter (where state = 'absent'), count(*) filter (where state = 'excused')]::smallint[] as counts
      from (
        select state from listed where state is not null
        union all
        select b.state from before b where not b.superseded and not exists (select from listed l where l.student_id = b.student_id)) now
    ), sheet as (
      update attendance_sheets set version = version + 1, counts = counted.counts, counted_version = version + 1, saved_by = ${personId}, modified_at = now(),
        closed_reason = ${closedReason}::text,
        closed_reason_by = case when ${closedReason}::text is not null then ${personId}::uuid end
      from counted
      where school_id = ${schoolId} and class_room_id = ${classRoomId} and date = ${date}
      returning version
    )
    select (select count(*) from listed where state is not null)::integer as saved, (select count(*) from removed)::integer as removed,
      case when not exists (select from listed where state is not null)
        and (select count(*) from before) = (select count(*) from removed) then 0 else sheet.version end as version,
      coalesce((
        select jsonb_agg(jsonb_build_object('studentId', l.student_id, 'state', l.state))
        from listed l left join before b on b.student_id = l.student_id
        where l.state <> 'present' and l.state is distinct from b.state), '[]') as news
    from sheet`,
)
