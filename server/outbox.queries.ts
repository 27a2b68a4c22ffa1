import type { Db } from './db/db.ts'

type EventRow = { event: string; schoolId: string | null; actorId: string | null; payload: string }

export const insertEvent = (db: Db, event: EventRow) => db.insertInto('outbox').values(event).execute()
