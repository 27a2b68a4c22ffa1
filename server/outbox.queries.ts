import type { Db } from './db/db.ts'

export const insertEvent = (db: Db, event: { event: string; schoolId: string; actorId: string; payload: string }) =>
  db.insertInto('outbox').values(event).execute()
