import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { unread } from '#server/db/pipeline.ts'

// What asks somebody to do something leaves the inboxes when it is done: these are signalled, whether something waited there or not, as a call
// sees no inbox but that of its caller.

/** The inboxes of the people with a key, in a school or app-wide where that is null. */
export const signalHolders = (db: Db, key: string, schoolId: string | null) =>
  sql`${unread}
    select pg_notify('live', jsonb_build_object('topic', 'inbox', 'id', asked.person_id, 'studentId', null, 'version', 0)::text)
    from (
      select distinct person_id from held_keys
      where key = ${key} and school_id ${schoolId === null ? sql`is null` : sql`= ${schoolId}`}) as asked`.execute(db)

/**
 * The inboxes of the supervisor and the teachers of a class. By a function, as a database that is spread by school would send the statement
 * to the server of the school, where nobody listens.
 */
export const signalTeachers = (db: Db, schoolId: string, classRoomId: string) =>
  sql`${unread} select signal_teachers(${schoolId}, ${classRoomId})`.execute(db)
