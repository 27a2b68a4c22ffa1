import { sql } from 'kysely'
import { lockToRemove } from '#server/db/change-row.ts'
import type { Db } from '#server/db/db.ts'
import { lockName } from '#server/db/named-lock.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { firstCalendarOf } from '#server/school/presence/open-days.queries.ts'

/** Locks the calendar of a school until the call ends. Creates it if there is none; version 0 means that it is new. */
export async function lockCalendar(db: Db, schoolId: string) {
  const { rows } = await sql<{ version: number }>`
    insert into school_calendars (school_id, version) values (${schoolId}, 0)
    on conflict (school_id) do update set version = school_calendars.version
    returning version`.execute(db)
  const { version } = rows[0]!
  // Registers that are being stored now found no calendar to lock, so they lock this name instead.
  if (version === 0) await lockName(db, firstCalendarOf(schoolId))
  return version
}

/** Prevents other calls from changing the calendar of a school until the call ends, if it has one. */
export const keepCalendar = (db: Db, schoolId: string) =>
  sql`select from school_calendars where school_id = ${schoolId} for update`.execute(db)

type Times = { months: readonly string[]; years: readonly string[] }

/** Locks months and years that may be deleted, and the calendar that uses them, in the order of every call (decision 073). */
export async function lockTimes(db: Db, schoolId: string, { months, years }: Times) {
  await lockToRemove(db, { table: 'schoolYearMonths', schoolId, which: sql`id = any(${[...months]}::uuid[])` })
  await lockToRemove(db, { table: 'schoolYears', schoolId, which: sql`id = any(${[...years]}::uuid[])` })
  await keepCalendar(db, schoolId)
}

export async function raiseVersion(db: Db, schoolId: string, showsHijri: boolean | null = null) {
  const { rows } = await sql<{ version: number }>`
    update school_calendars set version = version + 1, modified_at = now(),
      shows_hijri = coalesce(${showsHijri}, shows_hijri)
    where school_id = ${schoolId} returning version`.execute(db)
  return rows[0]!.version
}

type YearRow = {
  id: string
  name: string
  firstDay: string
  lastDay: string
}

/**
 * A year and the days of it that are shown: from its first dated day to its last, or a whole year if nothing is dated. If there
 * are more than 370 days, the last ones are shown, so that the end of a year that became current long before its months is
 * included. Without an id, the current year.
 */
export async function shownYear(db: Db, schoolId: string, yearId: string | null): Promise<YearRow | undefined> {
  const { rows } = await sql<YearRow>`
    select y.id, y.name, shown.first_day, greatest(shown.last_day, shown.first_day + 27) as last_day
    from school_years y
    cross join lateral (
      select least(min(d.starts), y.began_on) as first_day, max(d.ends) as last_day
      from (
        select m.start_date as starts, m.end_date as ends from school_year_months m
        where m.school_id = ${schoolId} and m.school_year_id = y.id
        union all
        select t.start_date, t.end_date from terms t where t.school_id = ${schoolId} and t.school_year_id = y.id) d
    ) own
    cross join lateral (
      select coalesce(own.first_day, y.created_at::date) as first_day,
        coalesce(own.last_day, own.first_day + 364, y.created_at::date + 364) as last_day
    ) whole
    cross join lateral (
      select greatest(whole.first_day, whole.last_day - 369) as first_day, whole.last_day
    ) shown
    where y.school_id = ${schoolId} and (y.id = ${yearId}::uuid or (${yearId}::uuid is null and y.active and not y.completed))
    limit 1`.execute(db)
  return rows[0]
}

export const yearChoices = (db: Db, schoolId: string) =>
  db
    .selectFrom('schoolYears')
    .where('schoolId', '=', schoolId)
    .select(['id', 'name'])
    .orderBy('createdAt', 'desc')
    .execute()

type DayRow = {
  id: string
  kind: 'holiday' | 'exam' | 'remote' | 'event' | 'otherHours'
  fromDay: string
  toDay: string
  name: string
  gradeIds: string[] | null
  hoursSetId: string | null
}

type PeriodRow = { name: string; starts: string; minutes: number; isBreak: boolean }

type Stored = {
  version: number
  showsHijri: boolean
  terms: { id: string; name: string; startDate: string; endDate: string }[]
  days: DayRow[]
  hours: { id: string; name: string; periods: PeriodRow[] }[]
  weeks: { gradeId: string | null; openWeekdays: number }[]
}

/** The stored calendar within these days, with the terms of one year. */
export async function calendarStored(db: Db, schoolId: string, yearId: string | null, from: string, to: string) {
  const { rows } = await sql<Stored>`
    select k.version, k.shows_hijri,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'startDate', t.start_date, 'endDate', t.end_date)
          order by t.position) from terms t
        where t.school_id = ${schoolId} and t.school_year_id = ${yearId}), '[]') as terms,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', d.id, 'kind', d.kind, 'fromDay', d.from_day, 'toDay', d.to_day,
            'name', d.name, 'gradeIds', d.grade_ids, 'hoursSetId', d.hours_set_id) order by d.from_day, d.to_day, d.id)
        from calendar_days d
        where d.school_id = ${schoolId} and d.removed_at is null and d.from_day <= ${to} and d.to_day >= ${from}), '[]') as days,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', h.id, 'name', h.name, 'periods', coalesce((
            select jsonb_agg(jsonb_build_object('name', p.name, 'starts', to_char(p.starts, 'HH24:MI'),
              'minutes', p.minutes, 'isBreak', p.is_break) order by p.position)
            from periods p where p.school_id = ${schoolId} and p.hours_set_id = h.id), '[]')) order by h.position)
        from hours_sets h where h.school_id = ${schoolId}), '[]') as hours,
      coalesce((
        select jsonb_agg(jsonb_build_object('gradeId', w.grade_id, 'openWeekdays', w.open_weekdays))
        from school_week w where w.school_id = ${schoolId}), '[]') as weeks
    from school_calendars k where k.school_id = ${schoolId}`.execute(db)
  return rows[0]
}

type DaysQuery = { schoolId: string; dateFrom?: string | null | undefined; dateTo?: string | null | undefined }

/** The entries of a calendar, earliest first. */
export function daysOf(db: Db, { schoolId, dateFrom, dateTo }: DaysQuery, page: PageRequest) {
  let query = db
    .selectFrom('calendarDays as d')
    .where('d.schoolId', '=', schoolId)
    .where('d.removedAt', 'is', null)
    .select(['d.id', sql<DayRow['kind']>`d.kind`.as('dayKind'), 'd.fromDay', 'd.toDay', 'd.name as dayName'])
    .select(sql<number>`d.to_day - d.from_day + 1`.as('daysCount'))
    .select(
      sql<string | null>`(
        select string_agg(g.name, '، ' order by g.position, g.id) from grades g
        where g.school_id = ${schoolId} and g.id = any (d.grade_ids))`.as('gradeNames'),
    )
    .orderBy('d.fromDay')
    .orderBy('d.toDay')
    .orderBy('d.id')
  if (dateFrom) query = query.where('d.toDay', '>=', dateFrom)
  if (dateTo) query = query.where('d.fromDay', '<=', dateTo)
  return paged(query, page)
}
