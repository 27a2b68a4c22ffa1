import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import type { PostgresPool, PostgresPoolClient, QueryResult } from 'kysely'
import { type Answer, rowsOfAnswer } from './batch.ts'
import { areSame, type Guesses } from './guesses.ts'
import type { Connection, Connections } from './pool.ts'
import { beginRequest, type SettingsOfCalls } from './request-account.ts'
import { sideBySideText, type Statement, statementOf } from './statements.ts'

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

/** A call went on with rows that the database does not have any more: all that it did is undone, and it begins anew. */
export class WrongGuess extends Error {}

export type PipelineOptions = { prepares: boolean; guesses: Guesses | null; settings: SettingsOfCalls }

/**
 * Connections for requests. Their transactions begin as those of the requests' account, their statements are prepared
 * once, by the name of their text, and are sent before the one in front of them is answered. Nothing leaves a transaction before
 * everything it went on with is confirmed: not a row, not a refusal, not a commit (decision 037).
 */
export function pipelined(pool: Connections, options: PipelineOptions): PostgresPool {
  const endings: Endings = new Set()
  return { connect: async () => pipelineOn(await pool.connect(), options, endings), end: () => pool.end() }
}

/** Names of statements after which reads ended the last time: the commit goes along with them. */
type Endings = Set<string>

type Rows = QueryResult<unknown>

function pipelineOn(
  connection: Connection,
  { prepares, guesses, settings }: PipelineOptions,
  endings: Endings,
): PostgresPoolClient {
  /** What the call went on without. Each is fulfilled with what turned out to be wrong, or null. */
  let open: { is: 'guess' | 'unread'; problem: Promise<unknown> }[] = []
  let wrong: WrongGuess | null = null
  let session = ''
  let scope = ''
  let writes = false
  let mayGuess = guesses !== null
  let request: string | null = null
  let hasBegun = true
  /** What made the transaction what it is, to make another one like it. */
  const opening: (() => Promise<Answer>)[] = []
  let latest: Statement | null = null
  /** Whether the commit that went along took place. */
  let ended: Promise<boolean> | null = null

  const send = ({ text, name, isKept }: Statement, values: unknown[]) =>
    connection.query({ text, name: prepares && isKept ? name : undefined, values })

  /** The rows of a statement, once everything before it turned out as expected. */
  async function answered(sent: Promise<Answer>): Promise<Rows> {
    return readable(await confirmedAnswer(sent))
  }

  async function confirmedAnswer(sent: Promise<Answer>): Promise<Answer> {
    const mine = sent.then(
      (answer) => ({ answer }),
      (problem: unknown) => ({ problem }),
    )
    await allConfirmed()
    const outcome = await mine
    if ('problem' in outcome) throw outcome.problem
    return outcome.answer
  }

  async function allConfirmed() {
    const before = open
    const problems = (await Promise.all(before.map(({ problem }) => problem))).filter((problem) => problem !== null)
    open = open.filter((one) => !before.includes(one))
    wrong ??= problems.find((problem) => problem instanceof WrongGuess) ?? null
    if (wrong ?? problems[0]) throw wrong ?? problems[0]
  }

  /** The rows of a statement with which a read may end, as it did before: a read has nothing to undo. */
  function last(statement: Statement, sent: Promise<Answer>): Promise<Rows> {
    latest = statement
    if (mayGuess && !writes && endings.has(statement.name))
      ended = send(statementOf('commit'), []).then(
        () => true,
        () => false,
      )
    return answered(sent)
  }

  /** The read goes on: in a transaction like the one before. */
  async function reopened() {
    endings.delete(latest!.name)
    const isOver = await ended
    ended = null
    if (isOver) for (const again of opening) goOnWithout(again())
  }

  function goOnWithout(sent: Promise<Answer>): Rows {
    open.push({ is: 'unread', problem: sent.then(() => null, problemIn) })
    return nothing
  }

  /** Guesses come from earlier calls of the same session alone: how long a call takes says nothing of other people. */
  async function guess(statement: Statement, values: unknown[]): Promise<Rows> {
    const key = `${session} ${scope} ${keyOf(statement, values)}`
    session ||= key
    const former = guesses!.get(key)
    const sent = sentToOpen(() => send(statement, values))
    if (former === undefined) {
      const answer = await confirmedAnswer(sent)
      // Anybody can come with a session that is none.
      if (key !== session || answer.raw.length > 0) guesses!.keep(key, answer)
      return readable(answer)
    }
    // With the rows it went on with: another call may have kept those of now meanwhile.
    const check = (answer: Answer) => {
      const isSame = areSame(former, answer)
      guesses!.keep(key, isSame ? former : answer)
      return isSame ? null : new WrongGuess()
    }
    open.push({ is: 'guess', problem: sent.then(check, problemIn) })
    return readable(former)
  }

  /** From here on the call does what no rollback undoes. What failed without having been guessed fails the next statement. */
  async function confirm() {
    mayGuess = false
    if (wrong || open.some(({ is }) => is === 'guess')) await allConfirmed()
    return nothing
  }

  function begin() {
    hasBegun = true
    goOnWithout(sentToOpen(() => beginRequest((own, its) => send(statementOf(own), its), settings, request)))
  }

  function sentToOpen(opens: () => Promise<Answer>) {
    opening.push(opens)
    return opens()
  }

  async function commit(statement: Statement): Promise<Rows> {
    if (wrong || open.some(({ is }) => is === 'guess')) await allConfirmed()
    if (await ended) return nothing
    if (latest && guesses && !writes) endings.add(latest.name)
    const sent = send(statement, [])
    return writes || open.length > 0 ? answered(sent) : goOnWithout(sent)
  }

  /** What made the call end may have come of a wrong guess. */
  async function rollback(statement: Statement): Promise<Rows> {
    await allConfirmed().catch(() => {})
    const result = (await ended)
      ? nothing
      : await answered(send(statement, [])).catch((problem) => {
          if (!wrong) throw problem
        })
    if (wrong) throw wrong
    return result!
  }

  async function sideBySide(statements: CompiledQuery[]): Promise<Rows> {
    const named = statements.map(({ sql }) => statementOf(sql))
    writes ||= named.some((statement) => statement.writes)
    const sent = statements.map(({ parameters }, n) => send(named[n]!, [...parameters]))
    const all = await Promise.all(sent.map((one, n) => (n < sent.length - 1 ? answered(one) : last(named[n]!, one))))
    return { rows: [{ sets: all.map(({ rows }) => rows) }] }
  }

  async function query(text: string, values: unknown[] = []): Promise<Rows> {
    const statement = statementOf(text)
    writes ||= statement.writes
    if (statement.kind === 'confirms') return confirm()
    if (statement.kind === 'stores') return nothing
    if (statement.kind === 'begin') {
      hasBegun = false
      return nothing
    }
    if (statement.kind === 'names') {
      request = values[0] as string | null
      return nothing
    }
    if (!hasBegun) begin()
    if (statement.kind === 'commit') return commit(statement)
    if (statement.kind === 'rollback') return rollback(statement)
    if (ended) await reopened()
    if (text === sideBySideText) return sideBySide(values as CompiledQuery[])
    if (statement.kind === 'patient') {
      connection.wait(Number(values[0]))
      return goOnWithout(sentToOpen(() => send(statement, values)))
    }
    if (statement.kind === 'unread') {
      // Such as the schools that the transaction sees from here on: other rows are found by the same statement.
      if (statement.narrows) {
        const key = keyOf(statement, values)
        if (key === scope) return nothing
        scope = key
      }
      if (statement.undoes) scope = ''
      return goOnWithout(sentToOpen(() => send(statement, values)))
    }
    if (statement.kind === 'guessed' && mayGuess) return guess(statement, values)
    return last(statement, send(statement, values))
  }

  // A commit that nobody waits for is over before the connection is another call's.
  const release = () =>
    open.length === 0 && ended === null
      ? connection.release()
      : connection.release(Promise.all([ended, ...open.map(({ problem }) => problem)]))
  return { query, release } as unknown as PostgresPoolClient
}

const nothing: Rows = { rows: [] }
const readable = (answer: Answer) => ({ ...answer, rows: rowsOfAnswer(answer) }) as unknown as Rows
const problemIn = (problem: unknown) => problem
const keyOf = ({ name }: Statement, values: unknown[]) => `${name} ${values.map(asText).join(' ')}`
const asText = (value: unknown) => (Buffer.isBuffer(value) ? value.toString('base64') : JSON.stringify(value))
