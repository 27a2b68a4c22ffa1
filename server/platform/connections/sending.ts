import type { Clock } from '#server/base/clock.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { DatabaseAddress } from '#server/db/client.ts'
import { isLost } from '#server/db/lost.ts'
import { awayLog } from '#server/outbox/away.ts'
import { type Delivering, keepDelivering } from '#server/outbox/delivery-loop.ts'
import type { DeliveryOptions } from '#server/outbox/worker.ts'
import { type Outgoing, sendPinned } from './outgoing/pinned-request.rules.ts'
import { signedHeaders } from './outgoing/signature.rules.ts'
import { markArrived, markFailed, takeDeliveries, type TakenDelivery } from './sending.queries.ts'
import { messageBody, openedSecret } from './webhooks.rules.ts'

const [second, minute, hour] = [1000, 60_000, 3_600_000]

/** In ms, except `atOnce` and `each` (of one webhook). `waits`: before the second try, the third …; the last one again and again. */
export const webhookPace = {
  atOnce: 20,
  each: 4,
  waits: [5 * second, 30 * second, 5 * minute, hour, 6 * hour, 24 * hour],
  /** After so long without any answer that counts, a webhook is paused. */
  patience: 72 * hour,
  takes: 5 * second,
  lease: 20 * second,
  firstWait: second,
  look: 30 * second,
}

type Sender = { secrets: Secrets; clock: Clock; outgoing: Omit<Outgoing, 'timeout'> }

/**
 * Sends the messages of webhooks, each at least once and in no promised order, until it is stopped. Several processes may do this at once.
 * Needs a connection of the owner.
 */
export function deliverWebhooks(
  owner: DatabaseAddress,
  { secrets, clock, outgoing }: Sender,
  { log = console.error, pace = webhookPace, away = awayLog(log) }: DeliveryOptions<typeof webhookPace> = {},
): Delivering {
  async function sent(one: TakenDelivery) {
    const sealed = [one.sealed, one.formerSealed].flatMap((hex) => (hex === null ? [] : [Buffer.from(hex, 'hex')]))
    const opened = sealed.flatMap((secret) => openedSecret(secrets, secret) ?? [])
    if (opened.length === 0) return { answer: null, problem: 'secret' }
    const body = messageBody(one)
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Kashkool-Webhooks',
      ...signedHeaders({ id: one.id, sentAt: clock.now(), body, secrets: opened }),
    }
    const outcome = await sendPinned(one.url, { headers, body }, { ...outgoing, timeout: pace.takes })
    if ('problem' in outcome) return { answer: null, problem: outcome.problem }
    return { answer: outcome.answer, problem: problemOf(outcome.answer) }
  }

  return keepDelivering(
    owner,
    'webhooks',
    ({ untilDone }) => ({
      name: 'Webhooks',
      capacity: (running) => pace.atOnce - running,
      coolDown: () => null,
      concerns: () => true,
      take: (db, most) => takeDeliveries(db, { most, each: pace.each, lease: pace.takes + pace.lease }),
      async handle(one: TakenDelivery) {
        const outcome = await sent(one).catch((problem) => {
          if (!isLost(problem)) log(`Webhooks: a message waits: ${problem.code ?? problem.name}`)
          return { answer: null, problem: 'unreachable' }
        })
        if (isArrived(outcome.answer)) {
          await untilDone((db) => markArrived(db, one, outcome))
          // Others of it may be due now.
          return true
        }
        const wait = pace.waits[Math.min(one.attempts, pace.waits.length) - 1]!
        const gone = outcome.answer === 410
        await untilDone((db) => markFailed(db, one, { ...outcome, wait, patience: pace.patience, gone }))
        return true
      },
    }),
    { away, pace },
  )
}

const isArrived = (answer: number | null) => answer !== null && answer >= 200 && answer <= 299

const problemOf = (answer: number) => (answer >= 300 && answer <= 399 ? 'redirect' : null)
