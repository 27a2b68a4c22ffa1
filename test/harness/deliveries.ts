import type pg from 'pg'
import { absenceChannel } from '#server/teaching/absence/recording.ts'
import { inboxChannel, inboxPace } from '#server/messages/inbox/delivery.ts'
import { type Channel, deliverEvents } from '#server/outbox/worker.ts'
import { values } from './ground.ts'

/** Delivers all waiting events to the inboxes, then stops. */
export const deliverAll = (owner: pg.ClientConfig, { sms = false } = {}) => deliverBy(owner, inboxChannel({ sms }))

/** Counts the absences that have changed, then stops. */
export const recordAbsence = (owner: pg.ClientConfig) => deliverBy(owner, absenceChannel)

async function deliverBy(owner: pg.ClientConfig, channel: Channel) {
  const kinds = Object.keys(channel.ttl)
    .map((kind) => `'${kind}'`)
    .join(', ')
  const worker = deliverEvents(owner, channel, { pace: inboxPace })
  try {
    for (let tries = 0; ; tries++) {
      const [waiting] = await values<string>(
        owner,
        `select count(*) from outbox where event in (${kinds}) and delivered_at is null and given_up_at is null`,
      )
      if (waiting === '0') return
      if (tries > 500) throw new Error(`${waiting} events were not delivered`)
      await new Promise((later) => setTimeout(later, 10))
    }
  } finally {
    await worker.stop()
  }
}
