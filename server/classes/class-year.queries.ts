import { sql } from 'kysely'

/** The year of a class where it is not the current one: between two years, classes of one name differ by it alone. */
export const otherYearOf = (schoolId: string, of: string) => sql<string | null>`(
  select y.name from school_years y
  where y.school_id = ${schoolId} and y.id = ${sql.ref(`${of}.school_year_id`)}
    and (y.completed or not y.active))`
