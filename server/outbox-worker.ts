import type pg from 'pg'
import { breaker } from './breaker.ts'
import { type Ask, outboxLine } from './outbox-line.ts'
import { markAgain, markDelivered, markGivenUp, nextDue, type Taken, takeDue } from './outbox-worker.queries.ts'

/** A way to tell people. */
export type Channel = {
  name: string
  /** What it delivers, and for how long that is worth it, in ms; the first named goes first. */
  worth: Record<string, number>
  atOnce: number
  /** The longest that one delivery takes, in ms. */
  takes: number
  deliver: (event: Taken, ask: Ask) => Promise<Outcome>
}

/** `why` names no person and no secret: it is logged. */
export type Outcome =
  | { is: 'delivered' }
  /** It surely did not arrive. `sick` unless only this one message is to blame. */
  | { is: 'failed'; why: string; sick: boolean }
  /** It was handed over and nothing was heard: it may have arrived. */
  | { is: 'unsure'; why: string }
  /** It is not to be delivered at all. */
  | { is: 'refused'; why: string }

export type OutboxWorker = { stop: () => Promise<void> }

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

/**
 * Delivers the events of a channel from the outbox, at least once each, until it is stopped: woken by the database, several
 * processes at once. Needs the owner's connection; lives on while the database is away.
 */
export function deliverEvents(
  owner: pg.ClientConfig,
  channel: Channel,
  { log = console.error, pace = ordinaryPace }: { log?: (line: string) => void; pace?: typeof ordinaryPace } = {},
): OutboxWorker {
  const bell = newBell()
  const line = outboxLine(owner, () => bell.ring())
  const health = breaker(pace)
  const running = new Set<Promise<void>>()
  const kinds = Object.keys(channel.worth)
  let stopping = false
  let away = false
  const work = goOn()

  async function goOn() {
    while (!stopping) await bell.rung(await look().catch(unreachable))
  }

  /** Starts what is due and may start; answers how long nothing else will be due, in ms. */
  async function look() {
    const room = Math.min(channel.atOnce - running.size, health.room(running.size))
    if (room <= 0) return running.size > 0 ? pace.look : (health.restsFor() ?? pace.look)

    const taken = await line.ask((client) => takeDue(client, { kinds, most: room, lease: channel.takes + pace.lease }))
    for (const event of taken) {
      const handled = handle(event).finally(() => {
        running.delete(handled)
        bell.ring()
      })
      running.add(handled)
    }
    // Whoever fills the room rings when he is done.
    const due = taken.length < room ? await line.ask((client) => nextDue(client, kinds)) : null
    away = false
    // Those due but not taken are in another process's hands at this moment.
    return Math.min(Math.max(due ?? pace.look, 50), pace.look)
  }

  function unreachable(problem: Error & { code?: string }) {
    if (!away && !stopping) log(`${channel.name} waits for the database: ${problem.code ?? problem.message}`)
    away = true
    // The lost line rang already; nothing is gained by asking again at once.
    bell.silence()
    return pace.firstWait
  }

  async function handle(event: Taken) {
    const outcome = deadOnes(event, channel, pace) ?? (await tried(event))
    const next = afterwards(event, outcome, { worth: channel.worth[event.event] ?? 0, pace })
    if (next.mark === markGivenUp && 'why' in outcome)
      log(`${channel.name}: event ${event.id} (${event.event}) given up at try ${event.attempts}: ${outcome.why}`)
    await marked((client) => next.mark(client, event, next))
  }

  async function tried(event: Taken): Promise<Outcome> {
    const outcome = await channel
      .deliver(event, line.ask)
      .catch((problem): Outcome => ({ is: 'failed', why: problem.code ?? problem.name, sick: false }))
    if (outcome.is === 'delivered') health.succeeded()
    if ((outcome.is === 'unsure' || (outcome.is === 'failed' && outcome.sick)) && health.failed())
      log(`${channel.name} failed ${pace.failures} times in a row, the last time: ${outcome.why}; it rests for a while`)
    return outcome
  }

  /** What happened is known here alone: it is told as soon as the database can hear it. */
  async function marked(mark: (client: pg.ClientBase) => Promise<unknown>) {
    for (;;) {
      const done = await line.ask(mark).then(
        () => true,
        () => false,
      )
      if (done || stopping) return
      await new Promise((later) => setTimeout(later, pace.firstWait))
    }
  }

  return {
    async stop() {
      stopping = true
      bell.ring()
      await work
      await Promise.all(running)
      await line.close()
    },
  }
}

/** Events that are not tried any more. */
function deadOnes(event: Taken, { worth }: Channel, pace: typeof ordinaryPace): Outcome | null {
  if (event.age > (worth[event.event] ?? 0)) return { is: 'refused', why: 'it is too old' }
  return event.unsureTries > pace.unsureTries ? { is: 'refused', why: 'it may have arrived' } : null
}

type Next = { mark: typeof markDelivered | typeof markGivenUp | typeof markAgain; wait: number; unsure: boolean }

function afterwards(
  { attempts, age }: Taken,
  { is }: Outcome,
  { worth, pace }: { worth: number; pace: typeof ordinaryPace },
): Next {
  const wait = is === 'unsure' ? pace.unsureWait : Math.min(pace.firstWait * 2 ** (attempts - 1), pace.longestWait)
  const givenUp = is === 'refused' || age + wait > worth
  const mark = is === 'delivered' ? markDelivered : givenUp ? markGivenUp : markAgain
  return { mark, wait, unsure: is === 'unsure' }
}

/** Wakes the one who waits; rung while nobody waits, it wakes the next at once. */
function newBell() {
  let rang = false
  let wake = () => {}
  return {
    ring() {
      rang = true
      wake()
    },
    silence() {
      rang = false
    },
    async rung(atMost: number) {
      if (!rang)
        await new Promise<void>((woken) => {
          const timer = setTimeout(woken, atMost)
          wake = () => {
            clearTimeout(timer)
            woken()
          }
        })
      rang = false
      wake = () => {}
    },
  }
}
