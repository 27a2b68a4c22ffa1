import { sql } from 'kysely'
import { changeRow } from '#server/db/change-row.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'

/** The years of a school, latest first. */
export const yearsOf = (db: Db, schoolId: string, page: PageRequest) =>
  paged(yearRows(db, schoolId).orderBy('createdAt', 'desc').orderBy('id'), page)

export const yearOf = (db: Db, schoolId: string, id: string) =>
  yearRows(db, schoolId).where('id', '=', id).executeTakeFirst()

/** The one year that is active and not completed. */
export const currentYear = (db: Db, schoolId: string) =>
  yearRows(db, schoolId).where('active', '=', true).where('completed', '=', false).executeTakeFirst()

type NewYear = {
  schoolId: string
  name: string
  description?: string | null | undefined
  active: boolean
  completed: boolean
  today: string
}

/** Stores a year and returns its id. */
export async function insertYear(db: Db, year: NewYear) {
  const { schoolId, name, description = null, active, completed, today } = year
  const id = newId()
  const completedAt = completed ? sql<string>`now()` : null
  await db
    .insertInto('schoolYears')
    .values({ id, schoolId, name, description, active, completed, completedAt, beganOn: active ? today : null })
    .execute()
  return id
}

/** Makes a year the current one. The day on which this first happened is kept. Returns how many rows changed. */
export const startYear = (db: Db, schoolId: string, id: string, today: string) =>
  changeRow(
    db,
    { table: 'schoolYears', schoolId, id },
    { active: true, beganOn: sql`coalesce(began_on, ${today}::date)` },
  )

/** Makes a year no longer current. If it became current today, it counts as not begun. */
export const setYearAside = (db: Db, schoolId: string, id: string, today: string) =>
  changeRow(
    db,
    { table: 'schoolYears', schoolId, id },
    { active: false, beganOn: sql`nullif(began_on, ${today}::date)` },
  )

/** Locks a year until the call ends, so that nobody completes it. Other changes within the year are still possible. */
export async function lockedOpenYear(db: Db, schoolId: string, id: string) {
  const { rows } = await sql<{ completed: boolean }>`
    select completed from school_years where school_id = ${schoolId} and id = ${id} for share`.execute(db)
  return rows[0]
}

const yearRows = (db: Db, schoolId: string) =>
  db
    .selectFrom('schoolYears')
    .where('schoolId', '=', schoolId)
    .select(['id', 'name', 'description', 'active', 'completed', 'completedAt', 'schoolId', 'version'])
