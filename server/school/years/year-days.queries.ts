import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

export type YearSpan = {
  id: string
  name: string
  current: boolean
  completed: boolean
  /** Null: every day before the second year. */
  firstDay: string | null
  /** Null: every day in the future. */
  lastDay: string | null
}

/** The years of a school that have days, latest first (decision 032). */
export async function yearDaysOf(db: Db, schoolId: string): Promise<YearSpan[]> {
  const { rows } = await sql<YearSpan>`
    select id, name, current, completed, nullif(first_day, '-infinity') as first_day, nullif(last_day, 'infinity') as last_day
    from school_year_days where school_id = ${schoolId}
    order by school_year_days.first_day desc, school_year_days.last_day desc, id desc`.execute(db)
  return rows
}

type Dated = { inSchool?: string | undefined; school: string; date: string }

/**
 * The condition for rows whose day is in a school year; no rows match a year of another school. `inSchool`: the school of all
 * rows, if it is known.
 */
export const onDaysOf = (yearId: string, { inSchool, school, date }: Dated) => sql<boolean>`(
  ${sql.ref(school)} = (select school_id from school_years where ${there(inSchool)} id = ${yearId})
  and ${sql.ref(date)} >= (select first_day from ${daysOf(yearId, inSchool)})
  and ${sql.ref(date)} <= (select last_day from ${daysOf(yearId, inSchool)}))`

const there = (inSchool?: string) => (inSchool ? sql`school_id = ${inSchool} and` : sql``)

/** The exams of a school year: those of its months, regardless of their day. */
export const inMonthsOf = (yearId: string, inSchool?: string) =>
  sql<boolean>`(w.school_id, w.month_id) in (
    select school_id, id from school_year_months where ${there(inSchool)} school_year_id = ${yearId})`

// The school is repeated here, because only this condition limits the years before they are sorted.
const daysOf = (yearId: string, inSchool?: string) => sql`(
  select d.first_day, d.last_day from school_year_days d
  where d.school_id = ${inSchool ?? sql`(select school_id from school_years where id = ${yearId})`} and d.id = ${yearId}) as of_year`
