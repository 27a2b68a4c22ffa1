import type { FastifyRequest } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { addressOf } from './addresses.ts'
import type { Callers } from './callers.ts'
import { slowDown } from '#server/base/errors.ts'

/** Calls per minute (api.md §9). These are settings of the installation. */
export type CallFigures = { person: number; writes: number; visitor: number }

export const callFigures: CallFigures = { person: 3000, writes: 600, visitor: 600 }

/** Calls of a key of a program per minute. */
export const programCalls = 300

/**
 * Counts calls (api.md §9). Throws 429 if there are too many. Each process counts only its own calls, against its share of the
 * limit, because a proxy distributes calls evenly, and asking the database would cost every call a round trip.
 */
export type CallLimits = {
  visitor: (request: FastifyRequest) => Promise<void>
  person: (id: string, writes: boolean) => Promise<void>
  /** A call of a program with this key. */
  program: (id: string) => Promise<void>
  /** A request for a picture. `who`: a session, or an address, which a whole school may share. */
  picture: (who: string) => Promise<void>
}

export function callLimits(figures: CallFigures, processes: () => number = () => 1): CallLimits {
  const minute = (points: number, keyPrefix: string) => {
    const limiter = new RateLimiterMemory({ points, duration: 60, keyPrefix })
    return () => {
      limiter.points = Math.ceil(points / processes())
      return limiter
    }
  }
  const persons = minute(figures.person, 'person')
  const writes = minute(figures.writes, 'write')
  const visitors = minute(figures.visitor, 'visitor')
  const programs = minute(programCalls, 'program')
  // A page shows many pictures.
  const pictures = minute(figures.visitor * 10, 'picture')

  return {
    visitor: (request) => count(visitors(), addressOf(request.ip)),
    async person(id, writing) {
      await count(persons(), id)
      if (writing) await count(writes(), id)
    },
    program: (id) => count(programs(), id),
    picture: (who) => count(pictures(), who),
  }
}

/**
 * For addresses that are secrets themselves. After this number of wrong ones per minute, a network address gets no more
 * answers.
 */
export function guessLimit(points: number) {
  const guesses = new RateLimiterMemory({ points, duration: 60, keyPrefix: 'guess' })
  return {
    async check(request: FastifyRequest) {
      const used = await guesses.get(addressOf(request.ip))
      if (used && used.consumedPoints >= points) throw slowDown(used.msBeforeNext / 1000)
    },
    wrong: (request: FastifyRequest) => count(guesses, addressOf(request.ip)),
  }
}

/** Limits the calls of one kind per minute, in this process. */
export function minuteLimit(points: number) {
  const calls = new RateLimiterMemory({ points, duration: 60, keyPrefix: 'minute' })
  return (who: string) => count(calls, who)
}

/**
 * Counts the result for a secret. A call with an invalid secret also counts towards the limit of visitors, so that nobody can
 * avoid that limit.
 */
export async function secretSeen(
  { limits, callers }: { limits: CallLimits; callers: Callers },
  { request, secret, isLive }: { request: FastifyRequest; secret: string; isLive: boolean },
) {
  if (isLive) return callers.known(secret)
  callers.wrong(request, secret)
  await limits.visitor(request)
}

/**
 * The same for routes that send files. Refuses a secret at once if possible, otherwise counts the result, or that there was no
 * secret.
 */
export function identifying(
  { limits, callers }: { limits: CallLimits; callers: Callers },
  request: FastifyRequest,
  secret: string | null,
) {
  if (secret) callers.admit(request, secret)
  return async (isLive: boolean) => {
    if (secret) await secretSeen({ limits, callers }, { request, secret, isLive })
    else await limits.visitor(request)
  }
}

/** Counts a call only once, even if it begins again because the rows that it assumed were outdated. */
export function oncePerPerson({ person }: CallLimits): CallLimits['person'] {
  let counted: string | null = null
  return async (id, writes) => {
    if (counted === id) return
    counted = id
    await person(id, writes)
  }
}

async function count(limiter: RateLimiterMemory, key: string) {
  try {
    await limiter.consume(key)
  } catch (refused) {
    if (refused instanceof RateLimiterRes) throw slowDown(refused.msBeforeNext / 1000)
    throw refused
  }
}

/** Limits for a call that was already counted. */
export const uncounted: CallLimits = {
  visitor: async () => {},
  person: async () => {},
  program: async () => {},
  picture: async () => {},
}
