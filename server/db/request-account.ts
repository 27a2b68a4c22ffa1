import { CompiledQuery, type Kysely } from 'kysely'
import { type Answer, rowsOfAnswer } from './batch.ts'

/** The account that requests sign in as. It owns nothing and is a member of no other, so row-level security binds it. */
export const requestAccount = 'kashkool_app'

/** How long the database may take for a call, in ms: to answer at all, for a statement, for a lock, and what may pass between two statements. */
export type DatabaseTimes = { answer: number; statement: number; lock: number; between: number }

export const databaseTimes: DatabaseTimes = { answer: 1000, statement: 2000, lock: 1500, between: 10_000 }

/** Statements of which each transaction of a request begins with one, without the name of the request or with it. */
export type SettingsOfCalls = { plain: string; named: string }

// Nothing is set at sign-in, because a pooler drops it or lends the connection to another client.
export function settingsOfCalls({ statement, lock, between }: DatabaseTimes): SettingsOfCalls {
  const plain = `
  select set_config('statement_timeout', '${statement}', true), set_config('lock_timeout', '${lock}', true),
    set_config('idle_in_transaction_session_timeout', '${between}', true),
    set_config('role', '${requestAccount}', true), session_user::text as account`
  return { plain, named: `${plain}, set_config('application_name', $1, true)` }
}

/**
 * Begins a transaction of a request, which carries its name. Throws when the connection belongs to another account: one
 * that can become the owner stands above row-level security.
 */
export async function beginRequest(
  send: (text: string, values: unknown[]) => Promise<Answer>,
  { plain, named }: SettingsOfCalls,
  request: string | null,
): Promise<Answer> {
  const begun = send('begin', [])
  const set = request ? send(named, [request]) : send(plain, [])
  try {
    const [answer, account] = await Promise.all([begun, set])
    const signedIn = String(rowsOfAnswer(account)[0]!.account)
    if (signedIn === requestAccount) return answer
    throw new Error(`Requests are signed in as "${signedIn}" instead of "${requestAccount}"; nothing is served`)
  } catch (problem) {
    // What has begun would go on with the next call of this connection.
    await send('rollback', []).catch(() => {})
    throw problem
  }
}

/** What must be true of a connection before anything is served over it, as a row of one statement. */
export const accountChecks = `
  select session_user::text as account,
    session_user = '${requestAccount}' and current_user = '${requestAccount}' as own,
    not exists (select from pg_roles where rolname <> session_user and pg_has_role(session_user, oid, 'member'))
      and not (select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb from pg_roles where rolname = session_user)
      as powerless,
    row_security_active('students') and not exists (select from students) as walled,
    pg_backend_pid() as process`

export type AccountChecks = { account: string; own: boolean; powerless: boolean; walled: boolean; process: number }

/** The same over a pool. */
export async function accountChecksOf<Tables>(db: Kysely<Tables>): Promise<AccountChecks> {
  const { rows } = await db.executeQuery<AccountChecks>(CompiledQuery.raw(accountChecks))
  return rows[0]!
}
