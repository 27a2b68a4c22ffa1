import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { usualPool } from '#server/db/db.ts'
import { CannotStart } from '#server/base/cannot-start.ts'
import { namesAccount, setting, wholeNumber, word } from './setting.ts'

const DatabaseUrl = setting(
  'must be an address such as postgres://user:password@host:5432/kashkool',
  (text) => (/^postgres(ql)?:\/\/./.test(text) && URL.canParse(text) ? text : undefined),
  { secret: true },
)

/** The settings of the database. */
export const databaseVariables = {
  DATA_DIR: z.optional(z.string()),
  DATABASE_URL: z.optional(DatabaseUrl),
  MIGRATE_URL: z.optional(DatabaseUrl),
  DB_POOL: z._default(wholeNumber(2, 500), usualPool),
  DIRECT_URL: z.optional(
    setting(
      'must be the place of the database alone, such as postgres://host:5432/kashkool, without an account',
      (text) => (/^postgres(ql)?:\/\/./.test(text) && URL.canParse(text) && !namesAccount(text) ? text : undefined),
      { secret: true },
    ),
  ),
  REPLICA_URL: z.optional(DatabaseUrl),
  PREPARED_STATEMENTS: z.optional(word('must be "on" or "off"', 'on', 'off')),
}

const Variables = z.object(databaseVariables)
type Read = z.output<typeof Variables>

/** Where the database is, and how requests use it. */
export const databaseOf = (read: Read) => ({
  /** The folder of the embedded database. */
  dataDir: resolve(read.DATA_DIR ?? 'data'),
  dataDirNamed: read.DATA_DIR !== undefined,
  /** A PostgreSQL other than the embedded one: the account for requests and the account for creating the tables. */
  databaseUrl: read.DATABASE_URL ?? null,
  migrateUrl: read.MIGRATE_URL ?? null,
  /** The address of that PostgreSQL itself, if requests reach it through a pooler. */
  directUrl: read.DIRECT_URL ?? null,
  /** A replica of it to which some reads may go; null for none. */
  replicaUrl: read.REPLICA_URL ?? null,
  /** Off behind a pooler, because it may lend a connection on which the statement was never prepared. */
  prepares: (read.PREPARED_STATEMENTS ?? (read.DIRECT_URL ? 'off' : 'on')) === 'on',
  /** How many connections to the database calls may use at once. */
  pool: read.DB_POOL,
})

/** Throws CannotStart for a setting that has no effect without another one. */
export function mustGoTogether(read: Read) {
  for (const name of ['MIGRATE_URL', 'DIRECT_URL', 'REPLICA_URL'] as const)
    if (read[name] && !read.DATABASE_URL) throw new CannotStart(`${name} goes with DATABASE_URL, which is not set.`)
  if (read.DATABASE_URL && !read.MIGRATE_URL)
    throw new CannotStart(
      'DATABASE_URL names the account of requests, "kashkool_app"; name the owner of the tables in MIGRATE_URL too.',
    )
}
