import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** The active classes of a school that has ever had a rule. What was counted by a removed rule must be counted again too. */
export async function classesWithRules(db: Db, schoolId: string) {
  const { rows } = await sql<{ id: string }>`
    select id from class_rooms where school_id = ${schoolId} and active
      and exists (select from absence_rules r where r.school_id = ${schoolId})`.execute(db)
  return rows.map(({ id }) => id)
}
