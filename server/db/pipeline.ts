import { createHash } from 'node:crypto'
import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import type { PostgresPool, PostgresPoolClient, QueryResult } from 'kysely'
import type pg from 'pg'
import type { Guesses } from './guesses.ts'
import type { Connection, Connections } from './pool.ts'
import { beginRequest } from './request-account.ts'

/**
 * Marks a statement whose rows are mostly those of the last time, such as the rights of a person. Where guesses are allowed
 * the call goes on with the former rows while the database is still asked; `decided` holds both together.
 */
export const guessed: RawBuilder<unknown> = sql`/* guessed */`

/** Marks a statement whose rows nobody reads: the call goes on, and the next statement that is waited for fails with it. */
export const unread: RawBuilder<unknown> = sql`/* unread */`

/** Waits until everything that a call went on with is confirmed, and lets it guess no more. Sends nothing. */
export const confirmed = <Tables>(db: Kysely<Tables>) => sql`/* confirmed */`.execute(db)

/** Says that the call stores something, whatever its statements look like: its commit is waited for. Sends nothing. */
export const storing = <Tables>(db: Kysely<Tables>) => sql`/* storing */`.execute(db)

/** In place of a text: the parameters are statements that are sent together (side-by-side.ts). */
export const sideBySideText = '/* side by side */'

/** A call went on with rows that the database does not have any more: all that it did is undone, and it begins anew. */
export class WrongGuess extends Error {}

export type PipelineOptions = { prepares: boolean; guesses: Guesses | null }

/**
 * Connections for requests. Their transactions begin as those of the requests' account, their statements are prepared
 * once, by the name of their text, and are sent before the one in front of them is answered. Nothing leaves a transaction before
 * everything it went on with is confirmed: not a row, not a refusal, not a commit (decision 037).
 */
export const pipelined = (pool: Connections, options: PipelineOptions): PostgresPool => ({
  connect: async () => pipelineOn(await pool.connect(), options),
  end: () => pool.end(),
})

type Rows = QueryResult<unknown>

function pipelineOn(connection: Connection, { prepares, guesses }: PipelineOptions): PostgresPoolClient {
  /** What the call went on without. Each is fulfilled with what turned out to be wrong, or null. */
  let open: { is: 'guess' | 'unread'; problem: Promise<unknown> }[] = []
  let wrong: WrongGuess | null = null
  let session = ''
  let scope = ''
  let writes = false
  let mayGuess = guesses !== null

  const send = ({ text, name }: Statement, values: unknown[]) => {
    if (values.length === 0) return connection.query(text)
    return connection.query(prepares ? { name, text, values } : { text, values })
  }

  /** The rows of a statement, once everything before it turned out as expected. */
  async function answered(sent: Promise<pg.QueryResult>): Promise<Rows> {
    const mine = sent.then(
      (result) => ({ result }),
      (problem: unknown) => ({ problem }),
    )
    await allConfirmed()
    const outcome = await mine
    if ('problem' in outcome) throw outcome.problem
    return outcome.result as Rows
  }

  async function allConfirmed() {
    const before = open
    const problems = (await Promise.all(before.map(({ problem }) => problem))).filter((problem) => problem !== null)
    open = open.filter((one) => !before.includes(one))
    wrong ??= problems.find((problem) => problem instanceof WrongGuess) ?? null
    if (wrong ?? problems[0]) throw wrong ?? problems[0]
  }

  function goOnWithout(sent: Promise<pg.QueryResult>): Rows {
    open.push({ is: 'unread', problem: sent.then(() => null, problemIn) })
    return nothing
  }

  /** Guesses come from earlier calls of the same session alone: how long a call takes says nothing of other people. */
  async function guess(statement: Statement, values: unknown[]): Promise<Rows> {
    const key = `${session} ${scope} ${keyOf(statement, values)}`
    session ||= key
    const former = guesses!.get(key)
    const sent = send(statement, values)
    if (former === undefined) {
      const result = await answered(sent)
      // Anybody can come with a session that is none.
      if (key !== session || result.rows.length > 0) guesses!.keep(key, result.rows)
      return result
    }
    const check = ({ rows }: pg.QueryResult) => (guesses!.keep(key, rows) === former ? null : new WrongGuess())
    open.push({ is: 'guess', problem: sent.then(check, problemIn) })
    return { rows: JSON.parse(former) }
  }

  /** From here on the call does what no rollback undoes. */
  async function confirm() {
    mayGuess = false
    await allConfirmed()
    return nothing
  }

  async function commit(statement: Statement): Promise<Rows> {
    if (wrong || open.some(({ is }) => is === 'guess')) await allConfirmed()
    const sent = send(statement, [])
    return writes || open.length > 0 ? answered(sent) : goOnWithout(sent)
  }

  /** What made the call end may have come of a wrong guess. */
  async function rollback(statement: Statement): Promise<Rows> {
    await allConfirmed().catch(() => {})
    const result = await answered(send(statement, [])).catch((problem) => {
      if (!wrong) throw problem
    })
    if (wrong) throw wrong
    return result!
  }

  async function sideBySide(statements: CompiledQuery[]): Promise<Rows> {
    const all = await Promise.all(
      statements.map(({ sql: text, parameters }) => answered(send(statementOf(text), [...parameters]))),
    )
    return { rows: [{ sets: all.map(({ rows }) => rows) }] }
  }

  async function query(text: string, values: unknown[] = []): Promise<Rows> {
    if (text === sideBySideText) return sideBySide(values as CompiledQuery[])
    const statement = statementOf(text)
    writes ||= statement.writes
    if (text === 'begin') return goOnWithout(beginRequest(connection))
    if (statement.kind === 'confirms') return confirm()
    if (statement.kind === 'stores') return nothing
    if (statement.kind === 'commit') return commit(statement)
    if (statement.kind === 'rollback') return rollback(statement)
    if (statement.kind === 'unread') {
      // Such as the schools that the transaction sees from here on: other rows are found by the same statement.
      if (statement.narrows) scope = keyOf(statement, values)
      return goOnWithout(send(statement, values))
    }
    if (statement.kind === 'guessed' && mayGuess) return guess(statement, values)
    return answered(send(statement, values))
  }

  // A commit that nobody waits for is over before the connection is another call's.
  const release = () =>
    open.length === 0
      ? connection.release()
      : void Promise.all(open.map(({ problem }) => problem)).then(connection.release)
  return { query, release } as unknown as PostgresPoolClient
}

const nothing: Rows = { rows: [] }
const problemIn = (problem: unknown) => problem
const keyOf = ({ name }: Statement, values: unknown[]) => `${name} ${values.map(asText).join(' ')}`
const asText = (value: unknown) => (Buffer.isBuffer(value) ? value.toString('base64') : JSON.stringify(value))

type Kind = 'awaited' | 'guessed' | 'unread' | 'confirms' | 'stores' | 'commit' | 'rollback'

type Statement = { text: string; name: string; kind: Kind; writes: boolean; narrows: boolean }

const statements = new Map<string, Statement>()

/** Functions that store are called by a select; a lock is kept until the commit, and the next call may want it. */
const writing =
  /\b(insert|update|delete|merge)\b|^\/\* storing \*\/|\b(\w*_password|\w+_session|(add|remove|give|put|use|hand|publish)_\w+|pg_\w*advisory\w*|pg_notify)\(/i

/** Every text is looked at once. */
function statementOf(text: string): Statement {
  const known = statements.get(text)
  if (known) return known
  const name = createHash('sha1').update(text).digest('base64url')
  const statement = {
    text,
    name,
    kind: kindOf(text),
    writes: writing.test(text),
    narrows: text.includes('set_config('),
  }
  statements.set(text, statement)
  return statement
}

function kindOf(text: string): Kind {
  if (text === 'commit' || text === 'rollback') return text
  if (text === '/* confirmed */') return 'confirms'
  if (text === '/* storing */') return 'stores'
  if (text.startsWith('savepoint ') || text.startsWith('/* unread */')) return 'unread'
  return text.startsWith('/* guessed */') ? 'guessed' : 'awaited'
}
