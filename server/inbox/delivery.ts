import type pg from 'pg'
import { type ItemKind, topicOf } from '#contract/inbox/inbox.ts'
import type { Query } from '#server/outbox/connection.ts'
import { type Channel, ordinaryPace } from '#server/outbox/worker.ts'
import type { Taken } from '#server/outbox/worker.queries.ts'
import { planNotices } from '#server/push/notices.queries.ts'
import { occasions } from './occasions.ts'
import { putIntoInboxes, signalInboxes, type ItemToStore } from './delivery.queries.ts'

const day = 24 * 3_600_000

/** Nothing is sent out, so a try with an unknown end is simply repeated. */
export const inboxPace = { ...ordinaryPace, unsureTries: Number.POSITIVE_INFINITY }

/** The channel that puts events into the inboxes of the people concerned, and plans their notices. */
export const inboxChannel = ({ sms }: { sms: boolean }): Channel => ({
  name: 'Inbox',
  ttl: Object.fromEntries(Object.keys(occasions).map((event) => [event, 30 * day])),
  atOnce: 3,
  takes: 5000,
  async deliver(event, ask) {
    await notifyOf(event, ask, sms)
    return { is: 'delivered' }
  },
})

const notifyOf = (event: Taken, ask: Query, sms: boolean) =>
  ask((client) =>
    together(client, async () => {
      const items = await itemsOf(client, event)
      if (items.length === 0) return
      const fresh = await putIntoInboxes(client, event, items)
      // Old news are found in the inbox; nobody is called for them.
      if (event.age < day) await planNotices(client, fresh, { topic: topicOf[items[0]!.kind as ItemKind], sms })
      await signalInboxes(
        client,
        items.map(({ personId }) => personId),
      )
    }),
  )

const itemsOf = (client: pg.ClientBase, event: Taken): Promise<ItemToStore[]> =>
  (occasions[event.event as keyof typeof occasions] as (client: pg.ClientBase, event: Taken) => Promise<ItemToStore[]>)(
    client,
    event,
  )

/** All of it is stored or none. */
async function together(client: pg.ClientBase, work: () => Promise<void>) {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (problem) {
    await client.query('rollback').catch(() => {})
    throw problem
  }
}
