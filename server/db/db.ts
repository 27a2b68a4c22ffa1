import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { prepared } from './prepared.ts'
import type { DB } from './schema.d.ts'

export type Db = Kysely<DB>

/**
 * A pool of connections that act as kashkool_app for every user: that role owns nothing, so row-level security binds
 * it. Days come as 'YYYY-MM-DD', instants as 'YYYY-MM-DDTHH:mm:ss.sssZ', numeric and int8 as numbers. Times in ms
 * below. `prepares`: whether statements are planned once a connection, or each time for the current parameters.
 */
export function openDb(connection: pg.ClientConfig, { max = 10, prepares = true } = {}): Db {
  const pool = new pg.Pool({
    ...connection,
    max,
    options: [connection.options, ...limits.map((setting) => `-c ${setting}`)].filter(Boolean).join(' '),
    connectionTimeoutMillis: 1000,
    types: { getTypeParser: parserOf },
  })
  // A connection lost while idle: the pool has dropped it already, and an unheard 'error' would end the process.
  pool.on('error', () => {})
  // The same for one lost between two statements of a call: its next statement fails, and the call with it.
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool: prepares ? prepared(pool) : pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

const limits = [
  'role=kashkool_app',
  'statement_timeout=2000',
  'lock_timeout=1500',
  'idle_in_transaction_session_timeout=10000',
]

const { DATE, TIMESTAMPTZ, NUMERIC, INT8 } = pg.types.builtins

const parsers = new Map<number, (text: string) => unknown>([
  [DATE, (text) => text],
  [TIMESTAMPTZ, (text) => new Date(text).toISOString()],
  [NUMERIC, Number],
  [INT8, Number],
])

const parserOf: pg.CustomTypesConfig['getTypeParser'] = (oid, format?) =>
  (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format)
