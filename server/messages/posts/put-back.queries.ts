import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/**
 * Readers see the post again, with what they answered. One that was not published yet is a draft again: its hour may have passed, or the
 * school may have planned other important ones meanwhile.
 */
export const putPostBack = (db: Db, schoolId: string, id: string) =>
  sql`
  update posts set taken_back_at = null, taken_back_by = null, version = version + 1, modified_at = now(),
    publish_at = case when published_at is null then null else publish_at end,
    planned_by = case when published_at is null then null else planned_by end
  where school_id = ${schoolId} and id = ${id} and taken_back_at is not null`.execute(db)
