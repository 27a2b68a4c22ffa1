import { sql } from 'kysely'
import { lockTimes } from '#server/school/calendar/calendar.queries.ts'
import { lockToRemove } from '#server/db/change-row.ts'
import type { Db } from '#server/db/db.ts'
import type { ImportKey } from '#server/exchange/imports/import-states.queries.ts'

/**
 * Locks what an import made besides students, so that its undo can remove it. This comes before the students, as in every call (decision
 * 073).
 */
export async function lockMade(db: Db, { schoolId, id: importId }: ImportKey) {
  const made = (column: string) => sql`(
    select ${sql.ref(column)} from imports where school_id = ${schoolId} and id = ${importId})`
  const { rows } = await sql<{ madeYear: string | null; months: string[] }>`
    select i.made_year, array(
      select m.id from school_year_months m where m.school_id = ${schoolId} and m.school_year_id = i.made_year) as months
    from imports i where i.school_id = ${schoolId} and i.id = ${importId}`.execute(db)
  const { madeYear, months } = rows[0]!
  if (madeYear) await lockTimes(db, schoolId, { months, years: [madeYear] })
  await lockToRemove(db, { table: 'grades', schoolId, which: sql`id = any(${made('made_grades')}::uuid[])` })
  await lockToRemove(db, { table: 'classRooms', schoolId, which: sql`id = any(${made('made_classes')}::uuid[])` })
  await lockToRemove(db, { table: 'courses', schoolId, which: sql`id = any(${made('made_courses')}::uuid[])` })
}
