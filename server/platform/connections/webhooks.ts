import {
  mostWebhooks,
  rollingHours,
  triedEvent,
  type WebhookEvent,
  type webhookProblems,
  webhooks,
} from '#contract/platform/connections/webhooks.ts'
import { conflict, found, invalid, mustDiffer, notFound } from '#server/base/errors.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { edited } from '#server/call/concurrent-edit.ts'
import { type Again, implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import type { AskAgain } from '#server/platform/identity/prove-again.rules.ts'
import { outgoingUrl } from './outgoing/addresses.rules.ts'
import { newSigningSecret } from './outgoing/signature.rules.ts'
import {
  countActive,
  deliveriesOf,
  hasDelivery,
  insertDelivery,
  insertWebhook,
  makeDue,
  rollSecret,
  sendAgain,
  webhooksOf,
} from './webhooks.queries.ts'
import { messageBody, sealedSecret } from './webhooks.rules.ts'

type Needs = { secrets: Secrets; askAgain: AskAgain; webhookHosts: readonly string[] }

export const webhookOperations = implement(webhooks, ({ secrets, askAgain, webhookHosts }: Needs) => ({
  async list({ db, school, page: { limit, offset } }) {
    const all = await webhooksOf(db, school.id)
    return { rows: all.slice(offset, offset + limit).map(withState), total: all.length }
  },

  async add(call) {
    const { user, school, input } = call
    const { hookName, url, events } = input
    mustDiffer(events, 'An event is listed twice', 'events')
    const address = allowed(url, webhookHosts)
    return askAgain(call, input, async ({ db, audit }) => {
      await mustHaveRoom(db, school.id, null)
      const [id, secret] = [newId(), newSigningSecret()]
      const of = { schoolId: school.id, id, name: hookName, url: address, events, madeBy: user.id }
      await insertWebhook(db, { ...of, sealed: sealedSecret(secrets, secret) })
      await audit('webhook', id)
      return { id, secret }
    })
  },

  async update(call) {
    const { school, input } = call
    const { webhookId: id, hookName: name, active, baseVersion } = input
    const events = input.events && [...input.events]
    if (events) mustDiffer(events, 'An event is listed twice', 'events')
    const url = input.url === undefined ? undefined : allowed(input.url, webhookHosts)
    const goesOn = active ? { pausedAt: null, failingSince: null } : {}
    const save = async ({ db, audit }: Again) => {
      if (active) await mustHaveRoom(db, school.id, id)
      const row = await edited(db, webhooks.update, {
        table: 'webhooks',
        schoolId: school.id,
        id,
        baseVersion,
        changes: { name, url, events, active, ...goesOn },
        read: async () => (await webhooksOf(db, school.id, id)).map(withState)[0],
      })
      // What waited for it is sent at once.
      if (active) await makeDue(db, school.id, id)
      await audit('webhook', id)
      return row
    }
    // Who leads messages elsewhere is as good as somebody who adds a webhook.
    const stored = found((await webhooksOf(call.db, school.id, id))[0])
    return url === undefined || url === stored.url ? save(call) : askAgain(call, input, save)
  },

  async roll(call) {
    const { school, input } = call
    const id = input.webhookId
    found((await webhooksOf(call.db, school.id, id))[0])
    return askAgain(call, input, async ({ db, audit }) => {
      const secret = newSigningSecret()
      const sealed = sealedSecret(secrets, secret)
      const changed = await rollSecret(db, { schoolId: school.id, id, sealed, hours: rollingHours })
      if (changed === 0) throw notFound()
      await audit('webhook', id)
      return { id, secret }
    })
  },

  async try({ db, school, input: { webhookId } }) {
    found((await webhooksOf(db, school.id, webhookId))[0])
    const changed = await insertDelivery(db, school.id, webhookId, triedEvent)
    if (changed === 0) throw conflict('This webhook is switched off')
    return { done: true as const, changed }
  },

  async deliveries({ db, school, page, input: { webhookId, waiting } }) {
    found((await webhooksOf(db, school.id, webhookId))[0])
    const { rows, total } = await deliveriesOf(db, { schoolId: school.id, webhookId, waiting: waiting ?? false }, page)
    return { rows: rows.map(withBody), total }
  },

  async sendAgain({ db, school, audit, input: { deliveryId } }) {
    if (!(await hasDelivery(db, school.id, deliveryId))) throw notFound()
    const changed = await sendAgain(db, school.id, deliveryId)
    if (changed === 0) throw conflict('This webhook is paused or switched off; switch it on first')
    await audit('webhookDelivery', deliveryId)
    return { done: true as const, changed }
  },
}))

function allowed(url: string, hosts: readonly string[]) {
  const address = outgoingUrl(url, hosts)
  if (!address) throw invalid('Enter an https address on the public internet', 'url')
  return address.href
}

async function mustHaveRoom(db: Db, schoolId: string, but: string | null) {
  if ((await countActive(db, schoolId, but)) >= mostWebhooks)
    throw conflict('A school has at most 10 active webhooks; switch one off first')
}

const withState = ({ pausedAt, ...hook }: Awaited<ReturnType<typeof webhooksOf>>[number]) => ({
  ...hook,
  events: hook.events as WebhookEvent[],
  hookState: stateOf({ ...hook, pausedAt }),
})

function stateOf({
  active,
  pausedAt,
  failingSince,
}: Record<'pausedAt' | 'failingSince', unknown> & { active: boolean }) {
  if (!active) return 'off' as const
  if (pausedAt !== null) return 'paused' as const
  return failingSince === null ? ('active' as const) : ('failing' as const)
}

const withBody = ({ data, event, ...delivery }: Awaited<ReturnType<typeof deliveriesOf>>['rows'][number]) => ({
  ...delivery,
  messageEvent: event as WebhookEvent,
  deliveryProblem: delivery.deliveryProblem as (typeof webhookProblems)[number] | null,
  nextTryAt: delivery.deliveredAt === null ? delivery.nextTryAt : null,
  sentBody: messageBody({ ...delivery, event, data }),
})
