import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type Availability, unwatched } from './availability.ts'
import { lateAfter } from './batch.ts'
import { type DatabaseAddress, keptAlive } from './client.ts'
import { newGuesses } from './speculation/guesses.ts'
import { names } from './names.ts'
import { type PipelineOptions, pipelined, WrongGuess } from './speculation/pipeline.ts'
import { type Connections, watchedPool } from './pool.ts'
import { type DatabaseTimes, databaseTimes, settingsOfCalls } from './request-account.ts'
import type { DB } from './schema.d.ts'
import { type Sign, signing } from './signing.ts'

export type Db = Kysely<DB>

/**
 * `prepares`: whether statements are prepared once for each connection, or planned for their parameters at each call.
 * `answersIn`: without an answer after this many ms, a connection counts as lost.
 */
export type PoolOptions = {
  max?: number
  prepares?: boolean
  availability?: Availability
  sign?: Sign
  times?: DatabaseTimes
  answersIn?: number
  opened?: (pool: PoolCounts) => void
}

/** How many connections of a pool are open and idle, and how many calls wait for one. */
export type PoolCounts = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>

/** How many connections serve calls, if the installation sets no other number. */
export const usualPool = 10

/**
 * After how many ms without a call a connection is closed. What it has planned goes with it: in a quiet school the driver's ten seconds would
 * let nearly every call open a connection and plan all its statements.
 */
const restsAtMost = 10 * 60_000

/**
 * A pool of connections for requests, signed in with the account for requests (request-account.ts). The times below are in ms. If an answer
 * takes much longer than the statement may run, it will not arrive any more. A transaction may allow its own statements more
 * time (patience.ts).
 */
export function openDb(
  connection: DatabaseAddress,
  {
    max = usualPool,
    prepares = true,
    availability = unwatched(),
    sign,
    times = databaseTimes,
    answersIn = times.statement + lateAfter,
    opened,
  }: PoolOptions = {},
): Db {
  const settings: pg.PoolConfig & { pipeline: true } = {
    ...connection,
    pipeline: true,
    max,
    connectionTimeoutMillis: times.answer,
    query_timeout: answersIn,
    idleTimeoutMillis: restsAtMost,
    ...keptAlive,
  }
  const pool = new pg.Pool(settings)
  opened?.(pool)
  // For a connection that is lost while idle. The pool has already removed it, but an 'error' event without a listener would
  // end the process.
  pool.on('error', (problem) => availability.lost(problem))
  // For a connection that is lost between two statements of a call. The next statement fails, and the call with it.
  pool.on('connect', (client) => client.on('error', () => {}))
  const connections = watchedPool(pool, availability)
  const ofAll = { prepares, settings: settingsOfCalls(times) }
  const db = kyselyOn(connections, { ...ofAll, guesses: null }, sign)
  guessing.set(db, kyselyOn(connections, { ...ofAll, guesses: newGuesses() }, sign))
  return db
}

const guessing = new WeakMap<Db, Db>()

const kyselyOn = (connections: Connections, options: PipelineOptions, sign?: Sign) =>
  new Kysely<DB>({
    dialect: new PostgresDialect({ pool: pipelined(connections, options) }),
    plugins: [names, ...(sign ? [signing(sign)] : [])],
  })

/**
 * A transaction that may continue with rows of earlier calls while the database is asked for the current ones (decision 037).
 * If they differ, everything is rolled back and `work` runs again with the current rows. So before all guesses are `confirmed`,
 * `work` must have no effect that a rollback cannot undo.
 */
export async function guessingTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  try {
    return await (guessing.get(db) ?? db).transaction().execute(work)
  } catch (problem) {
    if (!(problem instanceof WrongGuess)) throw problem
    return db.transaction().execute(work)
  }
}
