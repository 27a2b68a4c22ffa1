import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { unread } from '#server/db/pipeline.ts'

// What asks somebody to do something leaves the inboxes when it is done: these are signalled, whether something waited there or not, as a call
// sees no inbox but that of its caller.

/** The inboxes of the people with a key, in a school or app-wide where that is null. */
export const signalHolders = (db: Db, key: string, schoolId: string | null) =>
  signalled(
    db,
    sql`select person_id from held_keys where key = ${key} and school_id ${schoolId === null ? sql`is null` : sql`= ${schoolId}`}`,
  )

/** The inboxes of the supervisor and the teachers of a class. */
export const signalTeachers = (db: Db, schoolId: string, classRoomId: string) =>
  signalled(
    db,
    sql`select supervisor_id from class_rooms where school_id = ${schoolId} and id = ${classRoomId} and supervisor_id is not null
    union all select teacher_id from class_teacher_courses where school_id = ${schoolId} and class_room_id = ${classRoomId}`,
  )

const signalled = (db: Db, persons: ReturnType<typeof sql>) =>
  sql`${unread}
    select pg_notify('live', jsonb_build_object('topic', 'inbox', 'id', asked.id, 'studentId', null, 'version', 0)::text)
    from (select distinct id from (${persons}) as every (id)) as asked`.execute(db)
