import type pg from 'pg'
import { type AwayLog, awayLog } from './away.ts'
import { breaker } from './breaker.ts'
import { type Delivering, keepDelivering } from './delivery-loop.ts'
import type { Query } from './connection.ts'
import { markAgain, markDelivered, markGivenUp, type Taken, takeDue } from './worker.queries.ts'

/** A way to notify people. */
export type Channel = {
  name: string
  /** The events it delivers, and their time to live, in ms; the first named goes first. */
  ttl: Record<string, number>
  atOnce: number
  /** The longest that one delivery takes, in ms. */
  takes: number
  deliver: (event: Taken, ask: Query) => Promise<Delivery>
}

/** `why` names no person and no secret: it is logged. */
export type Delivery =
  | { is: 'delivered' }
  /** The same, and marked so in the transaction that delivered it. */
  | { is: 'marked' }
  /** It surely did not arrive. `sick` unless only this one message is to blame. */
  | { is: 'failed'; why: string; sick: boolean }
  /** It was handed over without an answer: it may have arrived. */
  | { is: 'unsure'; why: string }
  /** It is not to be delivered at all. */
  | { is: 'refused'; why: string }

type Unmarked = Exclude<Delivery, { is: 'marked' }>

/** All in ms but `failures` (in a row) and `unsureTries`: so often a message may perhaps have been sent. */
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

/** `away`: shared by what runs in one process, so that it says once that the database is away. */
export type DeliveryOptions<Pace> = { log?: (line: string) => void; pace?: Pace; away?: AwayLog }

/**
 * Delivers the events of a channel from the outbox, at least once each, until it is stopped: woken by the database, several
 * processes at once. Needs the owner's connection; lives on while the database is away.
 */
export function deliverEvents(
  owner: pg.ClientConfig,
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
      take: (client, most) => takeDue(client, { kinds, most, lease: channel.takes + pace.lease }),
      concerns: (message) => message.split(',').some((event) => kinds.includes(event)),

      async handle(event: Taken) {
        const outcome = deadOnes(event, channel, pace) ?? (await tried(event, ask))
        if (outcome.is === 'marked') return false
        const next = afterwards(event, outcome, { ttl: channel.ttl[event.event] ?? 0, pace })
        if (next.mark === markGivenUp && 'why' in outcome)
          log(`${channel.name}: event ${event.id} (${event.event}) given up at try ${event.attempts}: ${outcome.why}`)
        // What happened is known here alone.
        await untilDone((client) => next.mark(client, event, next))
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

/** Events that are not tried any more. */
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
  const mark = is === 'delivered' ? markDelivered : givenUp ? markGivenUp : markAgain
  return { mark, wait, unsure: is === 'unsure' }
}
