import { seeOnly } from '#server/access/authorise.queries.ts'
import { civilDay } from '#server/base/days.ts'
import { busy, notFound, Refusal } from '#server/base/errors.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Db } from '#server/db/db.ts'
import { accountNamed, markCallback, markRefused } from './accounts.queries.ts'
import { gatewayOf } from './accounts.rules.ts'
import { applyEvent } from './applying.rules.ts'
import { GatewayAway } from './gateways/away.ts'
import type { GatewayEvent, GatewayWord } from './gateways/gateway.ts'
import type { PaysOnline } from './intents.rules.ts'

export type Callback = {
  accountId: string
  rawBody: Buffer
  query: Record<string, string>
  headers: Record<string, string>
}

export type CallbackParts = {
  db: Db
  clock: Clock
  online: PaysOnline
  /** Counts a refused callback of an account, and alarms of too many. */
  refused: (accountId: string) => Promise<void>
  alarm: (what: string) => void
}

type Account = NonNullable<Awaited<ReturnType<typeof accountNamed>>>

/**
 * Takes the word of a gateway. Returns only after what it asks for is stored. Throws 404 for an unknown account, 401 for a word that is not of it,
 * 503 if the gateway has to be read and does not answer, so that it reports again.
 */
export async function takeCallback(parts: CallbackParts, callback: Callback) {
  const { db, clock, online } = parts
  const account = await db.transaction().execute((tx) => accountNamed(tx, callback.accountId))
  if (!account) throw notFound()
  const now = clock.now()
  const gateway = await orTellAgain(async () => gatewayOf(online.gateways, online.secrets, account))
  const verified = gateway.verify(callback.rawBody, callback.query, callback.headers)
  if (!verified || isOfOther(account, verified)) {
    await inSchool(db, account, (tx) => markRefused(tx, { schoolId: account.schoolId, id: account.id, now }))
    await parts.refused(account.id)
    throw new Refusal(401, 'signed-out', 'This was not signed by the gateway')
  }
  const events = 'read' in verified ? await orTellAgain(() => gateway.read(verified.read)) : verified.events
  const by = 'read' in verified ? 'reading' : 'signature'
  await storeEvents({ ...parts, now }, account, { events, verified: by, isCallback: true })
}

/** Only the first callback of an account may name a merchant whom none has named before. */
const isOfOther = ({ merchant }: Account, verified: GatewayWord) =>
  'events' in verified &&
  merchant !== null &&
  verified.events.some((event) => event.merchant !== null && event.merchant !== merchant)

/** What needs the gateway or its keys; without them it has to report again. */
async function orTellAgain<T>(work: () => Promise<T>) {
  try {
    return await work()
  } catch (problem) {
    if (problem instanceof GatewayAway) throw busy(problem)
    throw problem
  }
}

type Told = { events: readonly GatewayEvent[]; verified: 'signature' | 'reading'; isCallback: boolean }
type Storing = Pick<CallbackParts, 'db' | 'online' | 'alarm'> & { now: Date }

/** Does what a gateway's words ask for, all in one transaction; `also` runs in it. */
export async function storeEvents(
  { db, online, alarm, now }: Storing,
  account: Account,
  { events, verified, isCallback }: Told,
  also: (tx: Db) => Promise<unknown> = async () => {},
) {
  const today = civilDay(now, account.timeZone)
  await inSchool(db, account, async (tx) => {
    for (const event of events)
      await applyEvent({ db: tx, secrets: online.secrets, account, now, today, verified, alarm }, event)
    const merchant = events.find((event) => event.merchant !== null)?.merchant ?? null
    if (isCallback) await markCallback(tx, { schoolId: account.schoolId, id: account.id, now }, merchant)
    await also(tx)
  })
}

export const inSchool = <T>(db: Db, { schoolId }: { schoolId: string }, work: (tx: Db) => Promise<T>) =>
  db.transaction().execute(async (tx) => {
    await seeOnly(tx, { schools: [schoolId] })
    return work(tx)
  })
