import type { FastifyRequest } from 'fastify'
import type { Operation } from '#contract/language/operation.ts'
import { auditRefusal } from '#server/access/audit.ts'
import { authorise, identify, needsSession, unprovedAt } from '#server/access/authorise.ts'
import { mayAnywhere } from '#server/access/may.ts'
import { withSupport } from '#server/access/support.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Db } from '#server/db/db.ts'
import { nameTransaction } from '#server/db/speculation/ways.ts'
import { forbidden, Refusal, unauthenticated } from '#server/base/errors.ts'
import type { Callers } from './callers.ts'
import { secretOf } from './http.ts'
import type { Gate } from './gate.ts'
import { type CallLimits, secretSeen } from './limits.ts'

type Served = { db: Db; clock: Clock; limits: CallLimits; callers: Callers; gate: Gate }

/**
 * Sizes in bytes: of a body from a visitor, who needs only small bodies; and of the part of a call that is read before its
 * session is known.
 */
const ofVisitors = 8 * 1024
const beforeSession = 16 * 1024

type PreParsing = (request: FastifyRequest) => Promise<void>

/** How much each route reads, and from whom. Without a session, nobody can fill the memory. */
export const bodiesOf = (served: Served, operation: Operation): { preParsing?: PreParsing; bodyLimit?: number } =>
  needsSession(operation.access)
    ? { preParsing: async (request: FastifyRequest) => admitLarge(served, operation, request) }
    : { bodyLimit: ofVisitors }

async function admitLarge(served: Served, operation: Operation, request: FastifyRequest) {
  const { 'content-length': length, 'transfer-encoding': chunked } = request.headers
  const known = chunked === undefined
  // A body that is too large for everybody is refused for its size.
  if (known && (Number(length ?? 0) <= beforeSession || Number(length) > request.routeOptions.bodyLimit)) return
  await admitByHeaders(served, operation, request, undefined, 'refused')
}

/**
 * Identifies, counts and refuses a call by its headers alone, before a large body is read. Throws 401 without a session, and
 * 403 for a person who may not call the operation anywhere. With an `input` from the address, throws the same refusals as the
 * call itself. Returns the id of the person. `counted`: the call will be counted later as usual, so it is counted here only if it is refused.
 */
export async function admitByHeaders(
  { db, clock, limits, callers, gate }: Served,
  operation: Operation,
  request: FastifyRequest,
  input?: Record<string, unknown>,
  counted: 'every' | 'refused' = 'every',
): Promise<string> {
  const secret = secretOf(request)
  if (!secret) {
    await limits.visitor(request)
    throw unauthenticated()
  }
  callers.admit(request, secret)
  const work = async (tx: Db) => {
    await nameTransaction(tx, request.id)
    const caller = await identify(tx, secret, clock.now(), unprovedAt(operation))
    await secretSeen({ limits, callers }, { request, secret, isLive: caller !== null })
    if (!caller) throw unauthenticated()
    if (counted === 'every') await limits.person(caller.id, operation.writes)
    const refused = mayAnywhere(operation.access, (await withSupport(tx, operation, caller))!)
      ? input && (await refusalOf(() => authorise(tx, operation, caller, input)))
      : forbidden()
    if (!refused) return { personId: caller.id }
    if (counted === 'refused') await limits.person(caller.id, operation.writes)
    await auditRefusal(tx, { operation, caller, input: input ?? {}, refused, requestId: request.id })
    return { refused, personId: caller.id }
  }
  const entering = { who: callers.turnOf(request), writes: operation.writes }
  const { refused, personId } = await gate.pass(entering, () => db.transaction().execute(work))
  if (refused) throw refused
  return personId
}

async function refusalOf(decide: () => Promise<unknown>) {
  try {
    await decide()
    return null
  } catch (problem) {
    if (problem instanceof Refusal) return problem
    throw problem
  }
}
