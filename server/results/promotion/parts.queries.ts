import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { Turn } from './facts.queries.ts'

export type Parts = { months: number; terms: number; calendarDays: number; teachers: number }

/** What the next year lacks compared with the old one: its months, its terms, and the days of the calendar within it. */
export async function copiedParts(db: Db, turn: Turn): Promise<Parts> {
  const { rows } = await sql<Parts>`
    select (select count(*)::integer from (${oldMonths(turn)}) m) as months,
      (select count(*)::integer from (${oldTerms(turn)}) t) as terms,
      (select count(*)::integer from (${oldDays(turn)}) d) as calendar_days,
      (select count(*)::integer from promotion_classes n
        join class_teacher_courses t on t.school_id = n.school_id and t.class_room_id = n.from_class_id
        where n.school_id = ${turn.schoolId} and n.promotion_id = ${turn.id}) as teachers`.execute(db)
  return rows[0]!
}

/** A year that already has its own months or terms keeps them. */
export const oldMonths = ({ schoolId, fromYearId, toYearId }: Turn) => sql`
  select m.* from school_year_months m where m.school_id = ${schoolId} and m.school_year_id = ${fromYearId}
    and not exists (select from school_year_months o
      where o.school_id = ${schoolId} and o.school_year_id = ${toYearId})`

export const oldTerms = ({ schoolId, fromYearId, toYearId }: Turn) => sql`
  select t.* from terms t where t.school_id = ${schoolId} and t.school_year_id = ${fromYearId}
    and not exists (select from terms o where o.school_id = ${schoolId} and o.school_year_id = ${toYearId})`

/** Days between the first and the last dated day of the old year, unless the next year has one with the same name and kind. */
export const oldDays = ({ schoolId, fromYearId }: Turn) => sql`
  select d.* from calendar_days d
  join (
    select min(first_day) as first_day, max(last_day) as last_day from (
      select start_date as first_day, end_date as last_day from school_year_months
      where school_id = ${schoolId} and school_year_id = ${fromYearId}
      union all select start_date, end_date from terms
      where school_id = ${schoolId} and school_year_id = ${fromYearId}) dated) y
    on d.from_day between y.first_day and y.last_day
  where d.school_id = ${schoolId} and d.removed_at is null
    and not exists (select from calendar_days o where o.school_id = d.school_id and o.removed_at is null
      and o.kind = d.kind and o.name = d.name and o.from_day > y.last_day)`
