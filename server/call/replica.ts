import type { FastifyBaseLogger } from 'fastify'
import { availability } from '#server/db/availability.ts'
import type { DatabaseAddress } from '#server/db/client.ts'
import { openDb, type Db, type PoolOptions } from '#server/db/db.ts'
import { isLost } from '#server/db/lost.ts'
import { type Position, positionOf, ReplicaBehind, untilReached } from '#server/db/replica.ts'
import { Refusal } from '#server/base/errors.ts'
import type { Gate } from './gate.ts'
import { isOutside, type Run } from './implement.ts'
import { type CallLimits, uncounted } from './limits.ts'
import type { Operation } from '#contract/language/operation.ts'
import { replicaReads } from './replica-reads.ts'

/** A second database that replicates the first one and answers some reads. */
export type Replica = {
  db: Db
  gate: Gate
  patience: number
  /** Whether it is not used at the moment, because it failed a short time ago. */
  rests: () => boolean
  answered: () => void
  failed: (problem: unknown) => void
  /** How many of the possible reads the replica answered, and how many the primary answered. */
  counts: () => Record<'replica' | 'primary', number>
  end: () => Promise<void>
}

export type ReplicaFigures = {
  /** How long (ms) a call waits until the replica has received the latest changes. */
  patience: number
  /** How long (ms) a replica that was behind or unreachable is not used. */
  rest: number
}

export const replicaFigures: ReplicaFigures = { patience: 100, rest: 1000 }

/** The pause (ms) between two log lines about a replica that is behind. */
const pace = 10_000

type Opening = Omit<PoolOptions, 'availability'> & { gate: Gate; log: FastifyBaseLogger; figures: ReplicaFigures }

export function openReplica(connection: DatabaseAddress, { gate, log, figures, ...options }: Opening): Replica {
  const named = (message: string) => message.replace('the database', 'the replica')
  const logged = {
    error: (facts: object, message: string) => log.warn(facts, `${named(message)}: the primary answers for it`),
    warn: (facts: object, message: string) => log.warn(facts, named(message)),
  }
  const reachable = availability(connection, logged, options.times?.answer)
  const db = openDb(connection, { ...options, availability: reachable })
  const counts = { replica: 0, primary: 0 }
  let restsUntil = 0
  let mayLogFrom = 0

  return {
    db,
    gate,
    patience: figures.patience,
    rests() {
      const rests = performance.now() < restsUntil
      if (rests) counts.primary++
      return rests
    },
    answered: () => void counts.replica++,
    failed(problem) {
      counts.primary++
      const now = performance.now()
      // The replica may have refused the call only because its data is not current. Its next call may succeed, so it is not
      // paused.
      if (!(problem instanceof Refusal)) restsUntil = now + figures.rest
      // That the replica is unreachable has already been logged.
      if (isLost(problem) || problem instanceof Refusal || now < mayLogFrom) return
      mayLogFrom = now + pace
      const { message } = problem as Error
      log.warn({ cause: message }, 'the primary answers instead of the replica')
    },
    counts: () => ({ ...counts }),
    async end() {
      await reachable.stop()
      await db.destroy()
    },
  }
}

type By = { db: Db; gate: Gate; limits: CallLimits; replica: Replica | null }
type Call = {
  operation: Operation
  run: Run
  looking?: true
  exactly?: unknown
  again?: true
  first?: (db: Db) => Promise<void>
}

/**
 * Answers a call from the replica if possible, otherwise from the primary. First the primary checks the session, limits and
 * rights. The replica answers only when it has everything that the primary had at that moment. So callers always see what they
 * stored, and a removed right no longer gives access. `take` passes a call through all checks, in a transaction.
 */
export async function takenOnReplica<S extends By, C extends Call, O extends object>(
  served: S,
  called: C,
  take: (served: S, called: C) => Promise<O>,
): Promise<O> {
  const { replica } = served
  const mayAnswer = replica && replicaReads.has(called.operation.path) && !called.looking && !called.exactly
  if (!mayAnswer || replica.rests()) return take(served, called)

  let position: Position | undefined
  const nothing = called.operation.paging ? { rows: [], total: 0 } : []
  const checked = await take(served, {
    ...called,
    async run({ db }: { db: Db }) {
      position = await positionOf(db)
      return nothing
    },
  })
  if (!position || 'refused' in checked) return checked

  const again = { ...served, limits: uncounted }
  const there = { ...again, db: replica.db, gate: replica.gate }
  try {
    const outcome = await take(there, {
      ...called,
      again: true,
      first: (db: Db) => untilReached(db, position!, replica.patience),
    })
    if ('refused' in outcome) throw outcome.refused as Refusal
    if (isOutside(outcome)) throw new ReplicaBehind()
    replica.answered()
    return outcome
  } catch (problem) {
    replica.failed(problem)
    return take(again, { ...called, again: true })
  }
}
