import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { unread } from '#server/db/speculation/ways.ts'
import { signed } from '#server/db/signing.ts'

type EventRow = { event: string; schoolId: string | null; actorId: string | null; payload: string }

/** Only the commit waits for this statement. It runs even if it stores nothing, so that its duration reveals nothing. */
export function insertEvent(db: Db, { event, schoolId, actorId, payload }: EventRow, when: boolean) {
  const signature = signed(db, 'publish event', event, schoolId, actorId, payload)
  return unread(
    sql`select publish_event(${event}, ${schoolId}, ${actorId}, ${payload}, ${when}, ${signature})`,
  ).execute(db)
}
