import { CompiledQuery, type Kysely } from 'kysely'
import { type Answer, rowsOfAnswer } from './batch.ts'

/** The account for requests. It owns nothing and is not a member of any other account, so row-level security applies to it. */
export const requestAccount = 'kashkool_app'

/**
 * Time limits of the database for a call, in ms: for any answer, for a statement, for a lock, and for the pause between two
 * statements.
 */
export type DatabaseTimes = { answer: number; statement: number; lock: number; between: number }

export const databaseTimes: DatabaseTimes = { answer: 1000, statement: 2000, lock: 1500, between: 10_000 }

/**
 * Each transaction of a request begins with one of these statements, with or without the name of the request. `plannedOnce`: its statements
 * are planned once for each connection, and not for the values of each call.
 */
export type SettingsOfCalls = { plain: string; named: string; plannedOnce: string }

// Nothing is set at sign-in, because a pooler would discard it or give the connection to another client. Compiling (jit) is off, as on the
// embedded server: where nested loops are off, PostgreSQL takes every statement for expensive, and compiles that of an import for six to
// twelve seconds.
export function settingsOfCalls({ statement, lock, between }: DatabaseTimes): SettingsOfCalls {
  const plain = `
  select set_config('statement_timeout', '${statement}', true), set_config('lock_timeout', '${lock}', true),
    set_config('idle_in_transaction_session_timeout', '${between}', true),
    set_config('jit', 'off', true), set_config('role', '${requestAccount}', true), session_user::text as account`
  const named = `${plain}, set_config('application_name', $1, true)`
  return { plain, named, plannedOnce: `${named}, set_config('plan_cache_mode', 'force_generic_plan', true)` }
}

/**
 * Begins a transaction of a request, with the request's name. Throws if the connection belongs to another account, because an
 * account that can become the owner is not bound by row-level security.
 */
export async function beginRequest(
  send: (text: string, values: unknown[]) => Promise<Answer>,
  { plain, named, plannedOnce }: SettingsOfCalls,
  { name, isPlannedOnce }: { name: string | null; isPlannedOnce: boolean },
): Promise<Answer> {
  const begun = send('begin', [])
  const set = name ? send(isPlannedOnce ? plannedOnce : named, [name]) : send(plain, [])
  try {
    const [answer, account] = await Promise.all([begun, set])
    const signedIn = String(rowsOfAnswer(account)[0]!.account)
    if (signedIn === requestAccount) return answer
    throw new Error(`Requests are signed in as "${signedIn}" instead of "${requestAccount}"; nothing is served`)
  } catch (problem) {
    // The transaction has begun and would otherwise continue with the next call of this connection.
    await send('rollback', []).catch(() => {})
    throw problem
  }
}

/** Conditions that must be true for a connection before it is used, as one row of a statement. */
export const accountChecks = `
  select session_user::text as account,
    session_user = '${requestAccount}' and current_user = '${requestAccount}' as own,
    not exists (select from pg_roles where rolname <> session_user and pg_has_role(session_user, oid, 'member'))
      and not (select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb from pg_roles where rolname = session_user)
      as powerless,
    row_security_active('students') and not exists (select from students) as walled,
    pg_backend_pid() as process`

export type AccountChecks = { account: string; own: boolean; powerless: boolean; walled: boolean; process: number }

/** The same for a pool. */
export async function accountChecksOf<Tables>(db: Kysely<Tables>): Promise<AccountChecks> {
  const { rows } = await db.executeQuery<AccountChecks>(CompiledQuery.raw(accountChecks))
  return rows[0]!
}
