import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { dayDoubt } from '#server/exchange/imports/check/agreement.queries.ts'
import type { ImportKey } from '#server/exchange/imports/import-states.queries.ts'
import { countOthers, othersPresent, storeOthers } from './other-students.queries.ts'
import { daysOfRows } from './rows-with-days.queries.ts'
import type { Among } from '#server/exchange/imports/store/progress.queries.ts'
import { lockStudents } from '#server/platform/payments/seats.queries.ts'
import { keepingCalendar, keepingNoCalendar } from '#server/school/presence/open-days.queries.ts'

export type DayState = 'present' | 'absent' | 'late' | 'excused' | 'nothing'

/** What a letter or word of a sheet means, and how surely. `cells`: in how many cells it is. An empty `word` is an empty cell. */
export type DayWord = { word: string; state: DayState | null; guess: 'exact' | 'near' | null; cells: number }

/**
 * How a table of attendance is read: the month of days that are numbers only, what its letters mean, and what its days are: cells on closed days
 * are left out (`leavesClosed`) or problems; students of the same classes who are in no row of a day were present (`othersPresent`), or nothing is known.
 */
export type AttendanceOf = {
  month: string | null
  words: DayWord[]
  leavesClosed: boolean
  closedCells: number
  othersPresent: boolean
  others: number
}

/** Nobody has said anything of closed days and of students who are in no row, as in drafts that are older than the questions. */
export const nothingSaid = { leavesClosed: false, closedCells: 0, othersPresent: false, others: 0 }

/**
 * A day that a row brings. `at`: the column of its state, and `dayAt` that of its day. `blank`: its cell is empty, so it says nothing against what the
 * school has, or against its calendar.
 */
export type PlannedDay = {
  at: number | null
  dayAt: number | null
  date: string
  state: 'present' | 'absent' | 'late' | 'excused'
  minutes: number | null
  note: string | null
  blank: boolean
}

/** Whether the school has another state of the day, or other minutes where the table has some. */
const isOther = sql<boolean>`(m.id is not null and (m.state <> e.state or e.state = 'late' and d.minutes is distinct from coalesce(m.minutes_late, d.minutes)))`

/** The days of the current year: of its months, else since it began. What lies longer back than a register may is in no year that runs. */
const currentYear = (schoolId: string, today: string) => sql`(
  select greatest(coalesce(min(n.start_date), min(y.first_day)), ${today}::date - 400) as first_day,
    coalesce(max(n.end_date), max(y.last_day)) as last_day, count(y.id) > 0 as is_there
  from school_year_days y left join school_year_months n on n.school_id = y.school_id and n.school_year_id = y.id
  where y.school_id = ${schoolId} and y.current)`

/**
 * Decides what the rows whose student is known will do: bring days, put them in the place of other marks, or nothing. A day that the school has with
 * another state is a problem until somebody decides; so are days that are not over, closed, or of another year. Which days come is kept with the row.
 */
export async function judgeDays(db: Db, key: ImportKey, today: string) {
  await judgeCells(db, key, today)
  await countOthers(db, key)
}

const judgeCells = (db: Db, { schoolId, id: importId }: ImportKey, today: string) =>
  sql`
  with said as materialized (
    select coalesce((attendance ->> 'leavesClosed')::boolean, false) as leaves_closed from imports where school_id = ${schoolId} and id = ${importId}
  ), given as materialized (
    select r.row, r.days as decision, d.at, d."dayAt" as day_at, d.date, d.blank, e.state, c.grade_id, m.id is not null as was_there, ${isOther} as is_other,
      first_value(r.row) over same_day as first_row, first_value(e.state) over same_day as first_state
    from import_rows r ${daysOfRows(schoolId)}
    join class_rooms c on c.school_id = ${schoolId} and c.id = k.id
    where r.school_id = ${schoolId} and r.import_id = ${importId} and r.outcome = 'same'
    window same_day as (partition by r.student_id, d.date order by d.blank, r.row)
  ), day as materialized (
    select grade_id, date, open_day(${schoolId}, grade_id, date) as is_open from (select distinct grade_id, date from given) as one
  ), seen as (
    select g.*, not day.is_open and g.date < ${today}::date and g.date between y.first_day and y.last_day as is_closed, case
      when g.date >= ${today}::date then 'Only days before today can be brought'
      when not y.is_there then 'The school has no current year'
      when g.date not between y.first_day and y.last_day then 'This day is not in the current school year'
      when not day.is_open then 'The school is closed on this day'
      when g.first_row < g.row and g.first_state <> g.state then 'This day is already in row ' || g.first_row end as reason
    from given g join day on day.grade_id = g.grade_id and day.date = g.date cross join ${currentYear(schoolId, today)} y
  ), judged as (
    select row,
      coalesce(jsonb_agg(distinct jsonb_build_object('position', case when reason is null then at else day_at end,
        'reason', coalesce(reason, ${dayDoubt}::text))) filter (where not blank
          and (reason is not null and not (is_closed and leaves_closed) or reason is null and is_other and decision is null)), '[]') as problems,
      coalesce(jsonb_agg(date order by date) filter (where reason is null and first_row = row
        and (not was_there or is_other and not blank and decision = 'take')), '[]') as dates,
      bool_or(reason is null and first_row = row and is_other and not blank and decision = 'take') as corrects
    from seen cross join said group by row
  ), counted as (
    update imports set attendance = attendance || jsonb_build_object('closedCells', (select count(*) from seen where is_closed and not blank))
    where school_id = ${schoolId} and id = ${importId}
  )
  update import_rows r set problems = j.problems, effect = case when j.problems = '[]' and j.dates <> '[]' then jsonb_build_object('dates', j.dates) end,
    outcome = case when j.problems <> '[]' then 'problem' when j.dates <> '[]' then 'change' else 'same' end,
    changes = case when j.problems = '[]' and j.dates <> '[]'
      then array['day'] || case when j.corrects then '{corrected}'::text[] else '{}' end else '{}' end
  from judged j where r.school_id = ${schoolId} and r.import_id = ${importId} and r.row = j.row`.execute(db)

/** What rows (`r`) put in the place of what the school has, in words; also of rows on which nobody has decided yet. */
export const otherDays = (schoolId: string) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('field', 'day', 'was', concat_ws(' ', d.date, m.state, m.minutes_late),
      'becomes', concat_ws(' ', d.date, e.state, case when e.state = 'late' then d.minutes end)) order by d.date), '[]')
  from (select 1) as one ${daysOfRows(schoolId)} where ${isOther} and not d.blank)`

/** Stores one decision for the days of a row, or of all rows that have days of which the school has another state and are not decided yet. */
export const decideDays = (
  db: Db,
  { schoolId, id }: ImportKey,
  decision: 'keep' | 'take' | null,
  row: number | null = null,
) =>
  sql`
  update import_rows r set days = ${decision} where r.school_id = ${schoolId} and r.import_id = ${id}
    and case when ${row}::integer is null then not r.left_out and r.days is null and r.problems @> ${JSON.stringify([{ reason: dayDoubt }])}::jsonb
      else r.row = ${row} end`.execute(db)

const ofPortion = ({ schoolId, id }: ImportKey, { after, upTo }: Among) =>
  sql`r.school_id = ${schoolId} and r.import_id = ${id} and r.row > ${after} and r.row <= ${upTo} and r.outcome = 'change'`

/** Rows of whose student or days something was changed after they were checked are left out with the reason. */
const leaveChanged = (db: Db, key: ImportKey, among: Among) =>
  sql`
  update import_rows r set outcome = 'problem', effect = null, problems = '[{"position": null, "reason": "This student or class was changed meanwhile"}]'
  where ${ofPortion(key, among)} and (
    not exists (select from students s where s.school_id = ${key.schoolId} and s.id = r.student_id and s.merged_into is null)
    or r.days is distinct from 'take' and exists (select from (select 1) as one ${daysOfRows(key.schoolId)}
      where ${isOther} and not d.blank and r.days is null))`.execute(db)

type Brought = { row: number; studentId: string; classRoomId: string; date: string; id: string | null }

/** Stores the days of rows, and with each row what it did. `by`: whose import it is. Returns the students. Nobody is notified of what is over. */
export async function storeBroughtDays(db: Db, key: ImportKey, among: Among, personId: string) {
  const { schoolId, id: importId } = key
  await keepingNoCalendar(schoolId).execute(db)
  await keepingCalendar(schoolId).execute(db)
  const { rows: students } = await sql<{ studentId: string }>`
    select distinct r.student_id from import_rows r where ${ofPortion(key, among)} and r.student_id is not null`.execute(
    db,
  )
  const others = await othersPresent(db, key, among)
  await lockStudents(db, schoolId, [...new Set([...students, ...others].map(({ studentId }) => studentId))])
  await leaveChanged(db, key, among)
  const { rows } = await sql<Brought>`
    select distinct on (r.student_id, d.date) r.row, r.student_id, coalesce(m.class_room_id, k.id) as class_room_id, d.date::text, m.id
    from import_rows r ${daysOfRows(schoolId)}
    where ${ofPortion(key, among)} and r.effect -> 'dates' ? d.date::text and (m.id is null or ${isOther} and r.days = 'take' and not d.blank)
    order by r.student_id, d.date, d.blank, r.row`.execute(db)
  if (rows.length === 0) return []
  const made = rows.map((one) => ({ ...one, id: one.id ?? newId() }))
  const given = sql`jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as g(row integer, "studentId" uuid, "classRoomId" uuid, date date, id uuid)`
  await lockSheets(db, schoolId, sql`select distinct g."classRoomId" as class_room_id, g.date from ${given}`, personId)
  await sql`
    with former as (
      select g.row, g.id, to_jsonb(m) as was from ${given}
      left join attendance_marks m on m.school_id = ${schoolId} and m.id = g.id
    )
    update import_rows r set effect = r.effect || jsonb_build_object('ids', f.ids), was = jsonb_build_object('days', f.was)
    from (select row, jsonb_agg(id) as ids, coalesce(jsonb_agg(was) filter (where was is not null), '[]') as was from former group by row) f
    where r.school_id = ${schoolId} and r.import_id = ${importId} and r.row = f.row`.execute(db)
  await sql`
    insert into attendance_marks (school_id, id, class_room_id, student_id, date, state, minutes_late, note, supervisor_id, import_id)
    select ${schoolId}, g.id, g."classRoomId", g."studentId", g.date, e.state, case when e.state = 'late' then d.minutes end, d.note, ${personId}::uuid,
      ${importId}::uuid
    from ${given} join import_rows r on r.school_id = ${schoolId} and r.import_id = ${importId} and r.row = g.row ${daysOfRows(schoolId)}
    where d.date = g.date
    on conflict (school_id, id) do update set state = excluded.state, minutes_late = excluded.minutes_late, note = excluded.note,
      supervisor_id = excluded.supervisor_id, import_id = excluded.import_id, modified_at = now()`.execute(db)
  const came = new Set(rows.map(({ row, date }) => `${row} ${date}`))
  const besides = others.filter(({ row, date }) => came.has(`${row} ${date}`))
  if (besides.length > 0) await storeOthers(db, key, besides, personId)
  return [...new Set([...rows, ...besides].map(({ studentId }) => studentId))]
}

/** Locks the sheets of classes and days in the order in which all do, makes those that are not there, and raises their versions. */
const lockSheets = (db: Db, schoolId: string, days: ReturnType<typeof sql>, personId: string) =>
  sql`
  insert into attendance_sheets (school_id, class_room_id, date, saved_by)
  select ${schoolId}, s.class_room_id, s.date, ${personId}::uuid from (${days}) as s order by s.date, s.class_room_id
  on conflict on constraint attendance_sheets_once do update set version = attendance_sheets.version + 1, modified_at = now()`.execute(
    db,
  )

/** Removes the days that an import brought, and gives back what was in their place. Returns the students; null if something changed a day since. */
export async function takeBackDays(db: Db, { schoolId, id: importId }: ImportKey, personId: string) {
  const ids = sql`(select e.id::uuid from import_rows r cross join lateral jsonb_array_elements_text(r.effect -> 'ids') as e(id)
    where r.school_id = ${schoolId} and r.import_id = ${importId})`
  const ours = sql`m.school_id = ${schoolId} and m.id in ${ids}`
  await lockSheets(
    db,
    schoolId,
    sql`select distinct m.class_room_id, m.date from attendance_marks m where ${ours}`,
    personId,
  )
  const { rows: touched } = await sql<{ studentId: string; isOurs: boolean }>`
    select m.student_id, m.import_id is not distinct from ${importId}::uuid as is_ours from attendance_marks m where ${ours} for update`.execute(
    db,
  )
  if (touched.some(({ isOurs }) => !isOurs)) return null
  await sql`
    update attendance_marks m set state = w.state, minutes_late = w.minutes_late, note = w.note, supervisor_id = w.supervisor_id, import_id = w.import_id,
      modified_at = w.modified_at
    from import_rows r cross join lateral jsonb_populate_recordset(null::attendance_marks, r.was -> 'days') as w
    where r.school_id = ${schoolId} and r.import_id = ${importId} and m.school_id = ${schoolId} and m.id = w.id`.execute(
    db,
  )
  await sql`delete from attendance_marks m where ${ours} and m.import_id = ${importId}`.execute(db)
  return [...new Set(touched.map(({ studentId }) => studentId))]
}
