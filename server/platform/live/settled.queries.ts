import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { unread } from '#server/db/speculation/ways.ts'

// A request in the inbox disappears when it has been dealt with. These functions signal the inboxes concerned, even if they contain no such
// item, because a call can only see the inbox of its caller.

/** Signals the inboxes of the people with a key in a school, or app-wide if `schoolId` is null. */
export const signalHolders = (db: Db, key: string, schoolId: string | null) =>
  unread(sql`
    select signal_live('inbox', asked.person_id) from (
      select distinct person_id from held_keys
      where key = ${key} and school_id ${schoolId === null ? sql`is null` : sql`= ${schoolId}`}) as asked`).execute(db)

/**
 * Signals the inboxes of the supervisor and the teachers of a class. It calls a function, because a database that is spread by school would
 * otherwise send the statement to the server of the school, where nobody listens.
 */
export const signalTeachers = (db: Db, schoolId: string, classRoomId: string) =>
  unread(sql`select signal_teachers(${schoolId}, ${classRoomId})`).execute(db)
