import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'

// Lists are inserted together with the row of the school's calendar, which a change has locked first. This way, a database that
// is spread by school can send them to its server.

export type DayToStore = {
  id?: string | null | undefined
  kind: string
  fromDay: string
  toDay: string
  name: string
  gradeIds?: string[] | null | undefined
  hoursSetId?: string | null | undefined
}

/** Stores new and changed entries of the calendar. Returns the ids of the stored ones. */
export async function storeDays(db: Db, schoolId: string, days: readonly DayToStore[]) {
  const ids = days.map(({ id }) => id ?? newId())
  const rows = days.map(({ id: _, gradeIds, ...day }, at) => ({
    ...day,
    gradeIds: gradeIds ? [...new Set(gradeIds)] : null,
    id: ids[at],
  }))
  await sql`
    insert into calendar_days (school_id, id, kind, from_day, to_day, name, grade_ids, hours_set_id)
    select k.school_id, d.id, d.kind, d."fromDay", d."toDay", d.name, d."gradeIds", d."hoursSetId"
    from school_calendars k cross join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as d (id uuid, kind text, "fromDay" date, "toDay" date, name text, "gradeIds" uuid[], "hoursSetId" uuid)
    where k.school_id = ${schoolId}
    on conflict (school_id, id) do update set kind = excluded.kind, from_day = excluded.from_day, to_day = excluded.to_day,
      name = excluded.name, grade_ids = excluded.grade_ids, hours_set_id = excluded.hours_set_id,
      version = calendar_days.version + 1, modified_at = excluded.modified_at`.execute(db)
  return ids
}

/** Which of these entries the school has. */
export async function knownDays(db: Db, schoolId: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    select id from calendar_days where school_id = ${schoolId} and id = any (${[...ids]}::uuid[]) and removed_at is null`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

export const removeDays = (db: Db, schoolId: string, ids: readonly string[], by: string) =>
  sql`
  update calendar_days set removed_at = now(), removed_by = ${by}, version = version + 1, modified_at = now()
  where school_id = ${schoolId} and id = any (${[...ids]}::uuid[]) and removed_at is null`.execute(db)

export const putDaysBack = (db: Db, schoolId: string, ids: readonly string[]) =>
  sql`
  update calendar_days set removed_at = null, removed_by = null, version = version + 1, modified_at = now()
  where school_id = ${schoolId} and id = any (${[...ids]}::uuid[]) and removed_at is not null`.execute(db)

/** Whether the hours of one of these entries have been removed since. */
export async function lackHours(db: Db, schoolId: string, ids: readonly string[]) {
  const { rows } = await sql`
    select from calendar_days
    where school_id = ${schoolId} and id = any (${[...ids]}::uuid[]) and kind = 'otherHours' and hours_set_id is null limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** How many of these grades and sets of hours the school has. */
export async function countOwn(db: Db, schoolId: string, gradeIds: readonly string[], hoursSetIds: readonly string[]) {
  const { rows } = await sql<{ grades: number; hours: number }>`
    select (select count(*)::integer from grades where school_id = ${schoolId} and id = any (${[...gradeIds]}::uuid[])) as grades,
      (select count(*)::integer from hours_sets
        where school_id = ${schoolId} and id = any (${[...hoursSetIds]}::uuid[])) as hours`.execute(db)
  return rows[0]!
}

export type TermToStore = { id: string; name: string; startDate: string; endDate: string }

export async function termsOfYear(db: Db, schoolId: string, yearId: string) {
  const { rows } = await sql<TermToStore>`
    select id, name, start_date, end_date from terms
    where school_id = ${schoolId} and school_year_id = ${yearId} order by start_date`.execute(db)
  return rows
}

/** The days of every term of a school. */
export async function allTerms(db: Db, schoolId: string) {
  const { rows } = await sql<{ fromDay: string; toDay: string }>`
    select start_date as from_day, end_date as to_day from terms where school_id = ${schoolId}`.execute(db)
  return rows
}

/** Whether schemes, marks, remarks or closed results belong to one of these terms. */
export async function hasResults(db: Db, schoolId: string, termIds: readonly string[]) {
  const of = (table: string) => sql`
    select from ${sql.table(table)} where school_id = ${schoolId} and term_id = any (${[...termIds]}::uuid[])`
  const tables = ['result_scheme_uses', 'part_marks', 'remarks', 'grace_marks', 'term_closings'].map(of)
  const { rows } = await sql`${sql.join(tables, sql` union all `)} limit 1`.execute(db)
  return rows.length > 0
}

/** Replaces the terms of a year. */
export async function replaceTerms(db: Db, schoolId: string, yearId: string, terms: readonly TermToStore[]) {
  const ids = terms.map(({ id }) => id)
  await sql`
    delete from terms
    where school_id = ${schoolId} and school_year_id = ${yearId} and id <> all (${ids}::uuid[])`.execute(db)
  await sql`
    insert into terms (school_id, id, school_year_id, name, position, start_date, end_date)
    select k.school_id, t.id, ${yearId}, t.name, row_number() over (order by t."startDate"), t."startDate", t."endDate"
    from school_calendars k cross join jsonb_to_recordset(${JSON.stringify(terms)}::jsonb)
      as t (id uuid, name text, "startDate" date, "endDate" date)
    where k.school_id = ${schoolId}
    on conflict (school_id, id) do update
      set name = excluded.name, position = excluded.position,
        start_date = excluded.start_date, end_date = excluded.end_date`.execute(db)
}

/** A year of a school with the first and last dated day of its months. */
export async function datedYear(db: Db, schoolId: string, yearId: string) {
  const { rows } = await sql<{ completed: boolean; firstDay: string | null; lastDay: string | null }>`
    select y.completed,
      (select min(m.start_date) from school_year_months m where m.school_id = ${schoolId} and m.school_year_id = y.id) as first_day,
      (select max(m.end_date) from school_year_months m where m.school_id = ${schoolId} and m.school_year_id = y.id) as last_day
    from school_years y where y.school_id = ${schoolId} and y.id = ${yearId}`.execute(db)
  return rows[0]
}

type Week = { gradeId: string | null; openWeekdays: number }

/** Replaces the weekdays of the school and of its grades. */
export async function replaceWeek(db: Db, schoolId: string, weeks: readonly Week[]) {
  await sql`delete from school_week where school_id = ${schoolId}`.execute(db)
  await sql`
    insert into school_week (school_id, grade_id, open_weekdays)
    select k.school_id, w."gradeId", w."openWeekdays"
    from school_calendars k cross join jsonb_to_recordset(${JSON.stringify(weeks)}::jsonb) as w ("gradeId" uuid, "openWeekdays" smallint)
    where k.school_id = ${schoolId}`.execute(db)
}

/** Stores the weekdays of the school. Grades with their own week keep it. */
export const storeSchoolWeek = (db: Db, schoolId: string, openWeekdays: number) =>
  sql`
  insert into school_week (school_id, grade_id, open_weekdays)
  select k.school_id, null, ${openWeekdays}::smallint from school_calendars k where k.school_id = ${schoolId}
  on conflict on constraint school_week_once do update set open_weekdays = excluded.open_weekdays`.execute(db)

type PeriodToStore = { name: string; starts: string; minutes: number; isBreak?: boolean | null | undefined }
type SetToStore = { id: string; name: string; periods: readonly PeriodToStore[] }

/** Those of the sets of hours to be deleted that days of the calendar still use. */
export async function hoursInUse(db: Db, schoolId: string, kept: readonly string[]) {
  const { rows } = await sql<{ many: number }>`
    select count(*)::integer as many from calendar_days
    where school_id = ${schoolId} and removed_at is null and hours_set_id is not null
      and not hours_set_id = any (${[...kept]}::uuid[])`.execute(db)
  return rows[0]!.many
}

/** Whether hours that are to be removed apply to a grade or a weekday. */
export async function areHoursApplied(db: Db, schoolId: string, kept: readonly string[]) {
  const { rows } = await sql<{ applied: boolean }>`
    select exists (select from hours_uses u
      where u.school_id = ${schoolId} and not u.hours_set_id = any (${[...kept]}::uuid[])) as applied`.execute(db)
  return rows[0]!.applied
}

export async function replaceHours(db: Db, schoolId: string, sets: readonly SetToStore[]) {
  const kept = sets.map(({ id }) => id)
  await sql`
    update calendar_days set hours_set_id = null
    where school_id = ${schoolId} and removed_at is not null and not hours_set_id = any (${kept}::uuid[])`.execute(db)
  await sql`delete from hours_sets where school_id = ${schoolId} and not id = any (${kept}::uuid[])`.execute(db)
  await sql`delete from periods where school_id = ${schoolId}`.execute(db)
  const named = sets.map(({ id, name }, at) => ({ id, name, position: at + 1 }))
  await sql`
    insert into hours_sets (school_id, id, name, position)
    select k.school_id, s.id, s.name, s.position
    from school_calendars k cross join jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as s (id uuid, name text, position smallint)
    where k.school_id = ${schoolId}
    on conflict (school_id, id) do update set name = excluded.name, position = excluded.position`.execute(db)
  const periods = sets.flatMap((set) =>
    set.periods.map((period, at) => ({ ...period, isBreak: period.isBreak === true, setId: set.id, position: at + 1 })),
  )
  await sql`
    insert into periods (school_id, hours_set_id, position, name, starts, minutes, is_break)
    select k.school_id, p."setId", p.position, p.name, p.starts, p.minutes, p."isBreak"
    from school_calendars k cross join jsonb_to_recordset(${JSON.stringify(periods)}::jsonb)
      as p ("setId" uuid, position smallint, name text, starts time, minutes smallint, "isBreak" boolean)
    where k.school_id = ${schoolId}`.execute(db)
}
