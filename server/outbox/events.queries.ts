import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

type EventRow = { event: string; schoolId: string | null; actorId: string | null; payload: string }

/** One statement whether or not it stores anything: the time that it takes reveals nothing. */
export const insertEvent = (db: Db, { event, schoolId, actorId, payload }: EventRow, when: boolean) =>
  sql`insert into outbox (event, school_id, actor_id, payload)
    select ${event}, ${schoolId}::uuid, ${actorId}::uuid, ${payload}::jsonb where ${when}`.execute(db)
