import type { FastifyRequest } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { addressOf } from './addresses.ts'
import type { Callers } from './callers.ts'
import { slowDown } from './errors.ts'

/** Calls a minute (api.md §9); settings of the installation. */
export type CallFigures = { person: number; writes: number; visitor: number }

export const callFigures: CallFigures = { person: 3000, writes: 600, visitor: 600 }

/**
 * Counts calls (api.md §9). Throws 429 when there are too many. A process counts what it sees itself against its share: a
 * proxy deals calls out evenly, and asking the database at every call would cost each of them a round trip.
 */
export type CallLimits = {
  visitor: (request: FastifyRequest) => Promise<void>
  person: (id: string, writes: boolean) => Promise<void>
  /** A picture that is asked for. `who`: a session, or an address, behind which a whole school may be. */
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
  // A page shows many of them.
  const pictures = minute(figures.visitor * 10, 'picture')

  return {
    visitor: (request) => count(visitors(), addressOf(request.ip)),
    async person(id, writing) {
      await count(persons(), id)
      if (writing) await count(writes(), id)
    },
    picture: (who) => count(pictures(), who),
  }
}

/** Addresses that are secrets themselves: so many wrong ones a minute are answered to one place, and then nothing is. */
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

/** So many calls a minute of one kind, to this process. */
export function minuteLimit(points: number) {
  const calls = new RateLimiterMemory({ points, duration: 60, keyPrefix: 'minute' })
  return (who: string) => count(calls, who)
}

/** Counts what came of a secret. One that is nobody's is no way round the limit of visitors. */
export async function secretSeen(
  { limits, callers }: { limits: CallLimits; callers: Callers },
  { request, secret, isLive }: { request: FastifyRequest; secret: string; isLive: boolean },
) {
  if (isLive) return callers.known(secret)
  callers.wrong(request, secret)
  await limits.visitor(request)
}

/** The same for routes that answer files: refuses a secret at once where it may be, and counts what came of it or its absence. */
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

/** A call that begins anew, because it went on with rows of before, is one call. */
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

/** For a call that was counted before. */
export const uncounted: CallLimits = { visitor: async () => {}, person: async () => {}, picture: async () => {} }
