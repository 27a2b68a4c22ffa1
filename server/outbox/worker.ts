import type { DatabaseAddress } from '#server/db/client.ts'
import { type AwayLog, awayLog } from './away.ts'
import { breaker } from './breaker.ts'
import { type Delivering, keepDelivering } from './delivery-loop.ts'
import type { Query } from '#server/db/listening.ts'
import { markAgain, markDelivered, markGivenUp, type Taken, takeDue } from './worker.queries.ts'

/** A way to notify people. */
export type Channel = {
  name: string
  /** The events that the channel delivers, with their time to live in ms. Earlier kinds are delivered first. */
  ttl: Record<string, number>
  atOnce: number
  /** The longest duration of one delivery, in ms. */
  takes: number
  deliver: (event: Taken, ask: Query) => Promise<Delivery>
}

/** `why` is logged, so it contains no person and no secret. */
export type Delivery =
  | { is: 'delivered' }
  /** Delivered, and marked as delivered in the same transaction. */
  | { is: 'marked' }
  /** It certainly did not arrive. `sick`: false if only this message is the cause. */
  | { is: 'failed'; why: string; sick: boolean }
  /** It was sent, but there was no answer, so it may have arrived. */
  | { is: 'unsure'; why: string }
  /** It must not be delivered at all. */
  | { is: 'refused'; why: string }

type Unmarked = Exclude<Delivery, { is: 'marked' }>

/**
 * In ms, except `failures` (in a row) and `unsureTries`: after that many attempts that may have been sent, an event is given
 * up.
 */
export const ordinaryPace = {
  firstWait: 1000,
  longestWait: 300_000,
  unsureWait: 30_000,
  unsureTries: 2,
  failures: 5,
  rest: 30_000,
  look: 30_000,
  lease: 20_000,
}

/** `away` is shared by all loops of a process, so that an unreachable database is logged only once. */
export type DeliveryOptions<Pace> = { log?: (line: string) => void; pace?: Pace; away?: AwayLog }

/**
 * Delivers the events of a channel from the outbox, each at least once, until it is stopped. Notifications of the database wake
 * it, and several processes may run it at once. It needs a connection of the owner, and continues while the database is
 * unreachable.
 */
export function deliverEvents(
  owner: DatabaseAddress,
  channel: Channel,
  { log = console.error, pace = ordinaryPace, away = awayLog(log) }: DeliveryOptions<typeof ordinaryPace> = {},
): Delivering {
  const health = breaker(pace)
  const kinds = Object.keys(channel.ttl)

  return keepDelivering(
    owner,
    'outbox',
    ({ ask, untilDone }) => ({
      name: channel.name,
      capacity: (running) => Math.min(channel.atOnce - running, health.capacity(running)),
      coolDown: health.coolDown,
      take: (db, most) => takeDue(db, { kinds, most, lease: channel.takes + pace.lease }),
      concerns: (message) => message.split(',').some((event) => kinds.includes(event)),

      async handle(event: Taken) {
        const outcome = deadOnes(event, channel, pace) ?? (await tried(event, ask))
        if (outcome.is === 'marked') return false
        const next = afterwards(event, outcome, { ttl: channel.ttl[event.event] ?? 0, pace })
        if (next.mark === markGivenUp && 'why' in outcome)
          log(`${channel.name}: event ${event.id} (${event.event}) given up at try ${event.attempts}: ${outcome.why}`)
        // Only this process knows the outcome.
        await untilDone((db) => next.mark(db, event, next))
        return next.mark === markAgain
      },
    }),
    { away, pace },
  )

  async function tried(event: Taken, ask: Query): Promise<Delivery> {
    const outcome = await channel
      .deliver(event, ask)
      .catch((problem): Delivery => ({ is: 'failed', why: problem.code ?? problem.name, sick: false }))
    if (outcome.is === 'delivered' || outcome.is === 'marked') health.succeeded()
    if ((outcome.is === 'unsure' || (outcome.is === 'failed' && outcome.sick)) && health.failed())
      log(`${channel.name} failed ${pace.failures} times in a row, the last time: ${outcome.why}; it rests for a while`)
    return outcome
  }
}

/** Events for which no more attempts are made. */
function deadOnes(event: Taken, { ttl }: Channel, pace: typeof ordinaryPace): Unmarked | null {
  if (event.age > (ttl[event.event] ?? 0)) return { is: 'refused', why: 'it is too old' }
  return event.unsureTries > pace.unsureTries ? { is: 'refused', why: 'it may have arrived' } : null
}

type Next = { mark: typeof markDelivered | typeof markGivenUp | typeof markAgain; wait: number; unsure: boolean }

function afterwards(
  { attempts, age }: Taken,
  { is }: Unmarked,
  { ttl, pace }: { ttl: number; pace: typeof ordinaryPace },
): Next {
  const wait = is === 'unsure' ? pace.unsureWait : Math.min(pace.firstWait * 2 ** (attempts - 1), pace.longestWait)
  const givenUp = is === 'refused' || age + wait > ttl
  const markMissed = givenUp ? markGivenUp : markAgain
  const mark = is === 'delivered' ? markDelivered : markMissed
  return { mark, wait, unsure: is === 'unsure' }
}
