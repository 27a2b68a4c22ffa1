import type { Db } from '#server/db/db.ts'
import type { Event } from '#server/outbox/events.ts'
import { holdersOf, type ItemToStore } from './delivery.queries.ts'
import { to } from './items.ts'

/** The recipients of events about programs of others. */
export const occasionsOfConnections: {
  [Name in 'webhook paused']: (db: Db, event: Extract<Event, { event: Name }>) => Promise<ItemToStore[]>
} = {
  'webhook paused': async (db, { schoolId, payload: { webhookId } }) =>
    to(await holdersOf(db, 'ManageConnections', schoolId), 'webhookPaused', { subjectIds: [webhookId] }),
}
