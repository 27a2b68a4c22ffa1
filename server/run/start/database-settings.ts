import * as z from 'zod/mini'
import { usualPool } from '#server/db/db.ts'
import { CannotStart } from '#server/base/cannot-start.ts'
import { namesAccount, setting, wholeNumber, word } from './setting.ts'

const DatabaseUrl = setting(
  'must be an address such as postgres://user:password@host:5432/kashkool',
  (text) => (/^postgres(ql)?:\/\/./.test(text) && URL.canParse(text) ? text : undefined),
  { secret: true },
)

/** The settings with the addresses of the database. */
export const databaseVariables = {
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

type Read = { [Name in keyof typeof databaseVariables]?: unknown }

/** Throws CannotStart for a setting that has no effect without another one. */
export function mustGoTogether(read: Read) {
  for (const name of ['MIGRATE_URL', 'DIRECT_URL', 'REPLICA_URL'] as const)
    if (read[name] && !read.DATABASE_URL) throw new CannotStart(`${name} goes with DATABASE_URL, which is not set.`)
  if (read.DATABASE_URL && !read.MIGRATE_URL)
    throw new CannotStart(
      'DATABASE_URL names the account of requests, "kashkool_app"; name the owner of the tables in MIGRATE_URL too.',
    )
}
