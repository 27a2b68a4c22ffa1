import type { Db } from '#server/db/db.ts'
import type { Event } from '#server/outbox/events.ts'
import { coveringToNotify, holdersOf, type ItemToStore } from './delivery.queries.ts'
import { to } from './items.ts'

/** The recipients and the content of the events about covers of lessons. */
export const occasionsOfCovers: {
  [Name in 'covers given' | 'cover to decide']: (
    db: Db,
    event: Extract<Event, { event: Name }>,
  ) => Promise<ItemToStore[]>
} = {
  'covers given': async (db, { schoolId, payload: { coverIds, day } }) =>
    (await coveringToNotify(db, schoolId, coverIds)).map(({ isGiven, ...one }) => ({
      kind: 'coverGiven',
      ...one,
      day,
      isOn: isGiven,
    })),

  'cover to decide': async (db, { schoolId, payload: { id } }) =>
    to(await holdersOf(db, 'ManageCover', schoolId), 'coverToDecide', { subjectIds: [id] }),
}
