import { type ItemKind, topicOf } from '#contract/messages/inbox/inbox.ts'
import type { PushMessage } from '#contract/messages/push/push.ts'
import { type Breaker, breaker } from '#server/outbox/breaker.ts'
import type { DatabaseAddress } from '#server/db/client.ts'
import type { Db } from '#server/db/db.ts'
import { isLost } from '#server/db/lost.ts'
import type { DeliveryOptions } from '#server/outbox/worker.ts'
import { awayLog } from '#server/outbox/away.ts'
import { type Delivering, keepDelivering } from '#server/outbox/delivery-loop.ts'
import { directionOf, noticeText, productName } from './notice-texts.rules.ts'
import {
  deviceGone,
  type Notice,
  noticeAgain,
  noticeBySms,
  noticesDone,
  stepsNotified,
  takeNotices,
  type TellableItem,
} from './sending.queries.ts'
import { type PushService, type Pushed, pushTakes, sendPush } from './hand-over.ts'

/** In ms, except `atOnce` and `failures` (of one host, in a row). `ttl`: a notice that is later than this is not sent. */
export const noticePace = {
  atOnce: 10,
  firstWait: 1000,
  longestWait: 600_000,
  look: 30_000,
  lease: pushTakes + 10_000,
  ttl: 24 * 3_600_000,
  failures: 5,
  rest: 30_000,
}

/**
 * Sends due notices, each at least once and always with the same tag, until it is stopped. A host that fails gets no notices
 * for a while. Needs a connection of the owner.
 */
export function deliverNotices(
  owner: DatabaseAddress,
  service: PushService,
  { log = console.error, pace = noticePace, away = awayLog(log) }: DeliveryOptions<typeof noticePace> = {},
): Delivering {
  const hosts = new Map<string, { host: string; health: Breaker; running: number }>()
  const hostOf = (endpoint: string) => {
    const { host } = new URL(endpoint)
    const known = hosts.get(host) ?? { host, health: breaker(pace), running: 0 }
    hosts.set(host, known)
    return known
  }

  async function pushed(notice: Notice & { device: Device }): Promise<Pushed> {
    const { device } = notice
    const known = hostOf(device.endpoint)
    const { host, health } = known
    // No pause remains while another notice tests whether the host works again.
    if (health.capacity(known.running) <= 0)
      return { is: 'failed', why: 'its host rests', after: health.coolDown() || pace.firstWait }

    known.running++
    const ttl = Math.max(60, Math.round((pace.ttl - notice.late) / 1000))
    const outcome = await sendPush(service, device, messageOf(notice, notice), ttl).finally(() => known.running--)
    if (outcome.is !== 'failed') health.succeeded()
    else if (health.failed())
      log(`Push: ${host} failed ${pace.failures} times in a row, the last time: ${outcome.why}; it rests for a while`)
    return outcome
  }

  async function afterTrying(notice: Notice): Promise<Next> {
    const { device, personId } = notice
    const items = notice.items.filter(({ kind }) => notice.ways[topicOf[kind as ItemKind]] !== 'off')
    if (items.length === 0 || notice.late > pace.ttl) return 'done'
    if (!device) return (db) => noticeBySms(db, notice.id, { personId, itemIds: items.map(({ id }) => id) })

    const outcome = await pushed({ ...notice, device, items })
    if (outcome.is === 'gone') return (db) => deviceGone(db, device.id)
    if (outcome.is === 'failed') {
      const wait = outcome.after ?? Math.min(pace.firstWait * 2 ** (notice.attempts - 1), pace.longestWait)
      return { again: Math.min(wait, pace.ttl) }
    }
    if (outcome.is === 'refused') log(`Push: a notice was refused by ${new URL(device.endpoint).host}: ${outcome.why}`)
    else if (items.some(({ kind }) => kind === 'absenceStep')) return (db) => stepsNotified(db, notice.id)
    return 'done'
  }

  return keepDelivering(
    owner,
    'notices',
    ({ untilDone }) => {
      const done = together((ids: string[]) => untilDone((db) => noticesDone(db, ids)))
      return {
        name: 'Push',
        capacity: (running) => pace.atOnce - running,
        coolDown: () => null,
        concerns: () => true,
        take: (db, most) => takeNotices(db, { most, lease: pace.lease }),
        async handle(notice: Notice) {
          const next = await afterTrying(notice).catch((problem): Next => {
            if (!isLost(problem)) log(`Push: a notice waits: ${problem.code ?? problem.name}`)
            return { again: pace.longestWait }
          })
          if (next === 'done') await done(notice.id)
          else if ('again' in next) await untilDone((db) => noticeAgain(db, notice, next.again))
          else await untilDone(next)
          return typeof next === 'object'
        },
      }
    },
    { away, pace },
  )
}

/** The next step after an attempt: nothing more, another attempt in so many ms, or a further change to store. */
type Next = 'done' | { again: number } | ((db: Db) => Promise<unknown>)

/** Collects calls that arrive while the previous work is running, and then handles them together. */
function together<T>(work: (all: T[]) => Promise<void>) {
  let last = Promise.resolve()
  let gathering: { all: T[]; done: Promise<void> } | null = null
  return (one: T) => {
    if (!gathering) {
      const all: T[] = []
      last = last.then(() => {
        gathering = null
        return work(all)
      })
      gathering = { all, done: last }
    }
    gathering.all.push(one)
    return gathering.done
  }
}

type Device = NonNullable<Notice['device']>

/** Everything that a device needs to show the notice, without what a lock screen must not show. */
export function messageOf(
  { id }: { id: string },
  { language, items }: { language: Notice['language']; items: readonly TellableItem[] },
): PushMessage {
  const [first] = items
  return {
    title: productName[language],
    body: noticeText(
      items.map((item) => ({ ...item, kind: item.kind as ItemKind })),
      language,
    ),
    tag: id,
    url: first && items.length === 1 ? `/inbox?item=${first.id}` : '/inbox',
    lang: language,
    dir: directionOf(language),
  }
}
