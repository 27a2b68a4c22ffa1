import { sql } from 'kysely'

/**
 * The year of a class, if it is not the current one. Between two years, only the year distinguishes classes with the same name.
 */
export const otherYearOf = (schoolId: string, of: string) => sql<string | null>`(
  select y.name from school_years y
  where y.school_id = ${schoolId} and y.id = ${sql.ref(`${of}.school_year_id`)}
    and (y.completed or not y.active))`

/**
 * The year of a class that is created or reopened by hand: the latest year into which the school has moved its students. Null
 * before the school's first move, and after that year is over.
 */
export const yearMovedInto = (schoolId: string) => sql<string | null>`(
  select p.to_year_id from promotions p
  join school_years y on y.school_id = p.school_id and y.id = p.to_year_id
  where p.school_id = ${schoolId} and p.state = 'done' and not y.completed
  order by p.done_at desc limit 1)`

/** The year of a class that becomes active: its own year, if it has one. */
export const yearOfOpened = (schoolId: string) => sql<string | null>`
  case when active then school_year_id else coalesce(school_year_id, ${yearMovedInto(schoolId)}) end`
