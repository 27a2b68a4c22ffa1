import { type ItemKind, topicOf } from '#contract/messages/inbox/inbox.ts'
import type { Db } from '#server/db/db.ts'
import { type Channel, ordinaryPace } from '#server/outbox/worker.ts'
import type { Taken } from '#server/outbox/worker.queries.ts'
import { occasions } from './occasions.ts'
import type { ItemToStore } from './delivery.queries.ts'
import { storeItems } from './storing.queries.ts'

const day = 24 * 3_600_000

/** Nothing leaves the database, so a try whose result is unknown can simply be repeated. */
export const inboxPace = { ...ordinaryPace, unsureTries: Number.POSITIVE_INFINITY }

/** The channel that puts events into the inboxes of the people concerned and plans their notices. */
export const inboxChannel = ({ sms }: { sms: boolean }): Channel => ({
  name: 'Inbox',
  ttl: Object.fromEntries(Object.keys(occasions).map((event) => [event, 30 * day])),
  atOnce: 20,
  takes: 5000,
  async deliver(event, ask) {
    await ask(async (db) => {
      const items = await itemsOf(db, event)
      const topic = items[0] ? topicOf[items[0].kind as ItemKind] : ''
      const urgent = (event.payload as { important?: boolean }).important === true
      await storeItems(db, event, items, { topic, news: event.age < day, sms, urgent })
    })
    return { is: 'marked' }
  },
})

const itemsOf = (db: Db, event: Taken): Promise<ItemToStore[]> =>
  (occasions[event.event as keyof typeof occasions] as (db: Db, event: Taken) => Promise<ItemToStore[]>)(db, event)
