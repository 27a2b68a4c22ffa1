import { setTimeout as pause } from 'node:timers/promises'
import { type DatabaseAddress, processOf, withClient } from '#server/db/client.ts'
import { connected } from '#server/db/connected.ts'
import { refusedStatement } from '#server/db/refused.ts'
import { type AccountChecks, accountChecksOf, requestAccount } from '#server/db/request-account.ts'
import { CannotStart } from '#server/base/cannot-start.ts'
import type { Database } from './database.ts'

/**
 * Resolves when requests can sign in to the migrated database as their own account, behind row-level security. While only a grant of the
 * operator is missing, prints which and waits. Throws CannotStart for what no grant can solve.
 */
export async function requestsSignIn(
  { connection, pooled }: Pick<Database, 'connection' | 'pooled'>,
  { say = console.error, every = 2000 }: { say?: (sentence: string) => void; every?: number } = {},
): Promise<void> {
  for (let printed = ''; ; await pause(every)) {
    const wanted = await missingGrant(connection, pooled)
    if (wanted === null) return
    if (wanted !== printed) say(wanted)
    printed = wanted
  }
}

/** The sentence for a missing grant; null if none is missing. */
async function missingGrant(connection: DatabaseAddress, pooled: boolean): Promise<string | null> {
  try {
    await withClient({ ...connection, connectionTimeoutMillis: 10_000 }, async (client) => {
      const checks = await accountChecksOf(connected(client))
      mustBeRestricted(checks)
      // Behind a pooler, clients get process ids of the pooler.
      if (!pooled && processOf(client) !== checks.process)
        throw new CannotStart(
          'DATABASE_URL leads to a connection pooler, over which nothing can be listened to; name the address of PostgreSQL itself in DIRECT_URL.',
        )
    })
    return null
  } catch (problem) {
    if (problem instanceof CannotStart) throw problem
    const { code = '', message } = problem as NodeJS.ErrnoException
    if (grantable.test(refusedStatement(problem)?.code ?? '')) return waitingFor(message)
    throw new CannotStart(`The database named by DATABASE_URL cannot be used: ${message || code}`)
  }
}

/** Refused at sign-in, or without a right to the database or its tables. */
const grantable = /^(28|42501)/

const waitingFor = (reason: string) =>
  `Requests cannot sign in yet (${reason}). Run this in the database as an account that manages roles, with the password that DATABASE_URL names:
  alter role ${requestAccount} login password '...';
Kashkool waits for it, and then starts by itself.`

function mustBeRestricted({ account, own, powerless, walled }: AccountChecks) {
  if (!own)
    throw new CannotStart(
      `DATABASE_URL signs in as "${account}", and requests must sign in as "${requestAccount}", who cannot become another account. Name "${account}" in MIGRATE_URL and "${requestAccount}" in DATABASE_URL; a password for it is set with: alter role ${requestAccount} login password '...'`,
    )
  if (!powerless)
    throw new CannotStart(
      `The account "${requestAccount}" may become another account or manage roles, so nothing would keep schools apart. Take those rights away (revoke ... from ${requestAccount}) and start again.`,
    )
  if (!walled)
    throw new CannotStart(
      `Row-level security does not bind "${requestAccount}": it sees students before a school is known. Check that its tables belong to the account of MIGRATE_URL, and start again.`,
    )
}
