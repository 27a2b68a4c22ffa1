import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type Availability, unwatched } from './availability.ts'
import { lateAfter } from './batch.ts'
import { keptAlive } from './client.ts'
import { newGuesses } from './guesses.ts'
import { names } from './names.ts'
import { type PipelineOptions, pipelined, WrongGuess } from './pipeline.ts'
import { type Connections, watchedPool } from './pool.ts'
import { type DatabaseTimes, databaseTimes, settingsOfCalls } from './request-account.ts'
import type { DB } from './schema.d.ts'
import { type Sign, signing } from './signing.ts'

export type Db = Kysely<DB>

/**
 * `prepares`: whether statements are prepared once per connection, or planned at each call for its parameters. `answersIn`: after this many
 * ms without an answer a connection counts as lost.
 */
export type PoolOptions = {
  max?: number
  prepares?: boolean
  availability?: Availability
  sign?: Sign
  times?: DatabaseTimes
  answersIn?: number
  opened?: (pool: pg.Pool) => void
}

/** How many connections serve calls, if the installation sets no other number. */
export const usualPool = 10

/**
 * A pool of connections for requests, signed in as their account (request-account.ts). Days come as 'YYYY-MM-DD',
 * instants as 'YYYY-MM-DDTHH:mm:ss.sssZ', numeric and int8 as numbers. Times in ms below. An answer that takes much
 * longer than the database lets a statement run will not come any more; a transaction may let its own take longer (patience.ts).
 */
export function openDb(
  connection: pg.ClientConfig,
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
    ...keptAlive,
    types: { getTypeParser: parserOf },
  }
  const pool = new pg.Pool(settings)
  opened?.(pool)
  // For a connection that is lost while idle: the pool has dropped it already, but an 'error' without a listener would end the process.
  pool.on('error', (problem) => availability.lost(problem))
  // The same for one that is lost between two statements of a call: the next statement fails, and the call with it.
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
 * A transaction that may continue with rows of earlier calls while the database is asked for the current ones (decision 037). If they
 * differ, everything is rolled back and `work` runs again with the current rows. So until it has `confirmed` its guesses, `work` must
 * have no effect that a rollback cannot undo.
 */
export async function guessingTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  try {
    return await (guessing.get(db) ?? db).transaction().execute(work)
  } catch (problem) {
    if (!(problem instanceof WrongGuess)) throw problem
    return db.transaction().execute(work)
  }
}

const { DATE, TIMESTAMPTZ, NUMERIC, INT8 } = pg.types.builtins

const parsers = new Map<number, (text: string) => unknown>([
  [DATE, (text) => text],
  [TIMESTAMPTZ, instant],
  [NUMERIC, Number],
  [INT8, Number],
])

/** Converts the text directly if it is in UTC, as usual: parsing it into a Date takes twenty times as long. */
function instant(text: string) {
  const isUtc = text.length <= 29 && text.endsWith('+00') && text[10] === ' ' && (text[19] === '.' || text[19] === '+')
  if (!isUtc) return new Date(text).toISOString()
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`
}

const parserOf: pg.CustomTypesConfig['getTypeParser'] = (oid, format?) =>
  (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format)
