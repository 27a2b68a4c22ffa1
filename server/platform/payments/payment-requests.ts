import { paymentRequests } from '#contract/platform/payments/payments.ts'
import { toWire } from '#contract/language/wire-names.ts'
import { coinsChanged, mustBeOthers } from './coins.rules.ts'
import type { Holder } from '#server/access/may.ts'
import type { Db } from '#server/db/db.ts'
import { edited } from '#server/call/concurrent-edit.ts'
import { changedMeanwhile, conflict, found, notFound } from '#server/base/errors.ts'
import { schoolChanged, signalChanges } from '#server/platform/live/events.rules.ts'
import { publish } from '#server/outbox/events.ts'
import { lockSchool } from '#server/db/change-row.ts'
import { type Context, implement } from '#server/call/implement.ts'
import { credit, priceOf } from './coins.queries.ts'
import { mustBePast, mustBeTheSchools } from './deciding.ts'
import { requestsWithMay } from './payments.rules.ts'
import {
  decide,
  insertRequest,
  isPaymentType,
  type PaymentReader,
  removeRequest,
  requestOf,
  requestsBy,
  requestToDecide,
} from './payment-requests.queries.ts'

const platform: PaymentReader = { onPlatform: true }

export const paymentRequestOperations = implement(paymentRequests, {
  async list(context) {
    const { db, onPlatform, reach, input, page } = context
    const { rows, total } = await requestsBy(db, { onPlatform, schools: reach.schools }, input, page)
    return { rows: await requestsWithMay(context, rows), total }
  },

  async get(context) {
    const { onPlatform, reach, input } = context
    return found(await shown(context, { onPlatform, schools: reach.schools }, input.requestId))
  },

  async add(context) {
    const { db, user, school, audit, input } = context
    await mustBeInUse(db, input.paymentTypeId)
    mustBePast(input.transferDate, school, 'transfareDate')
    const id = await insertRequest(db, { ...input, requestedBy: user.id })
    await audit('paymentRequest', id)
    const by = { schoolId: school.id, actorId: user.id }
    await publish(db, { event: 'payment requested', ...by, payload: { requestId: id } })
    await signalChanges(db, [schoolChanged(school.id)])
    return (await shown(context, readBy(school), id))!
  },

  async update(context) {
    const { db, school, audit, input } = context
    const { id, baseVersion, schoolId, ...changes } = input
    const row = await edited(db, paymentRequests.update, {
      table: 'paymentRequests',
      schoolId: school.id,
      id,
      baseVersion,
      changes,
      equal: { schoolId },
      async validate(stored) {
        if (changes.paymentTypeId && changes.paymentTypeId !== stored.paymentTypeId)
          await mustBeInUse(db, changes.paymentTypeId)
        if (changes.transferDate) mustBePast(changes.transferDate, school, 'transfareDate')
        if (stored.approved !== null) throw decided()
      },
      read: () => shown(context, readBy(school), id),
    })
    await audit('paymentRequest', id)
    return row
  },

  async approve(context) {
    const { db, user, school, audit, input } = context
    const { requestId, paymentAmount, paymentDate, coinTypeId, baseVersion } = input
    const request = await pendingOf(context)
    mustBeTheSchools(coinTypeId, await priceOf(db, school.id))
    mustBePast(paymentDate, school, 'paymentDate')
    if (request.approved !== null) throw decided()

    await lockSchool(db, school.id)
    const price = await priceOf(db, school.id)
    if (!price) throw conflict('This school has no coin type yet')
    const approved = await decide(db, { schoolId: school.id, id: requestId, approved: true, baseVersion }, user.id)
    if (!approved) throw await notDecidable(context)
    const { paymentTypeId } = approved
    const paid = { schoolId: school.id, paymentTypeId, paymentDate, amount: paymentAmount, ...price }
    await credit(db, { ...paid, recordedBy: user.id, requestId })
    await audit('paymentRequest', requestId)
    await tellOfDecision(context, request, true)
    await coinsChanged(context.db, { schoolId: context.school.id, actorId: context.user.id })
    return (await shown(context, platform, requestId))!
  },

  async reject(context) {
    const { db, user, school, audit, input } = context
    const { requestId, reason, baseVersion } = input
    const request = await pendingOf(context)
    if (!(await decide(db, { schoolId: school.id, id: requestId, approved: false, reason, baseVersion }, user.id)))
      throw await notDecidable(context)
    await audit('paymentRequest', requestId)
    await tellOfDecision(context, request, false)
    return (await shown(context, platform, requestId))!
  },

  async remove({ db, user, school, audit, input: { requestId } }) {
    if (!(await removeRequest(db, school.id, requestId, user.id))) throw decided()
    await audit('paymentRequest', requestId)
    await signalChanges(db, [schoolChanged(school.id)])
    return { done: true as const, changed: 1 }
  },
})

type Deciding = Context<typeof paymentRequests.approve> | Context<typeof paymentRequests.reject>

/**
 * Refuses a caller who has an interest of their own. Whether another person decided first is known only when the row is
 * changed.
 */
async function pendingOf(context: Deciding) {
  const request = await requestToDecide(context.db, context.school.id, context.input.requestId)
  if (!request) throw notFound()
  await mustBeOthers(context, request.requestedBy)
  return request
}

/** Why a request was not decided: another person decided it, or it changed after the caller read it. */
async function notDecidable(context: Deciding) {
  const stored = await shown(context, platform, context.input.requestId)
  if (stored?.approved !== null) return decided()
  return changedMeanwhile({ current: toWire(paymentRequests.approve.output, stored, { aliases: true }) })
}

async function tellOfDecision(
  { db, user, school, input }: Deciding,
  { requestedBy }: { requestedBy: string },
  approved: boolean,
) {
  await publish(db, {
    event: 'payment decided',
    schoolId: school.id,
    actorId: user.id,
    payload: { requestId: input.requestId, requestedBy, approved },
  })
  await signalChanges(db, [schoolChanged(school.id)])
}

/** A request as the caller sees it. */
async function shown(context: { db: Db; user: Holder }, reader: PaymentReader, id: string) {
  const row = await requestOf(context.db, reader, id)
  return row && (await requestsWithMay(context, [row]))[0]
}

const readBy = ({ id }: { id: string }): PaymentReader => ({ onPlatform: false, schools: [id] })

const decided = () => conflict('This request has already been decided')

async function mustBeInUse(db: Db, paymentTypeId: string) {
  if (!(await isPaymentType(db, paymentTypeId, { active: true }))) throw notFound()
}
