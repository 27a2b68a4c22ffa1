import type { CompiledQuery } from 'kysely'
import type { PostgresPool, PostgresPoolClient, QueryResult } from 'kysely'
import { type Answer, rowsOfAnswer } from '#server/db/batch.ts'
import { areSame, type Guesses } from './guesses.ts'
import type { Connection, Connections } from '#server/db/pool.ts'
import { beginRequest, type SettingsOfCalls } from '#server/db/request-account.ts'
import { type Statement, statementOf } from './statements.ts'
import { isMessage, type Message } from './ways.ts'

/** A call used rows that the database no longer has. Everything that it did is rolled back, and it begins again. */
export class WrongGuess extends Error {}

export type PipelineOptions = { prepares: boolean; guesses: Guesses | null; settings: SettingsOfCalls }

/**
 * Connections for requests. Their transactions begin with the account for requests. Each statement is prepared once, under a
 * name that comes from its text, and is sent before the previous one is answered. No row, refusal or commit leaves a
 * transaction before all its guesses are confirmed (decision 037).
 */
export function pipelined(pool: Connections, options: PipelineOptions): PostgresPool {
  const endings: Endings = new Set()
  return { connect: async () => pipelineOn(await pool.connect(), options, endings), end: () => pool.end() }
}

/** The names of statements that were the last ones of reads. Next time, the commit is sent together with them. */
type Endings = Set<string>

type Rows = QueryResult<unknown>

function pipelineOn(
  connection: Connection,
  { prepares, guesses, settings }: PipelineOptions,
  endings: Endings,
): PostgresPoolClient {
  /** The statements that the call did not wait for. Each promise resolves to the problem, or null. */
  let open: { is: 'guess' | 'unread'; problem: Promise<unknown> }[] = []
  let wrong: WrongGuess | null = null
  let session = ''
  let scope = ''
  let writes = false
  let mayGuess = guesses !== null
  let request: { name: string | null; isPlannedOnce: boolean } = { name: null, isPlannedOnce: false }
  let hasBegun = true
  /** The statements that began the transaction, for opening another one like it. */
  const opening: (() => Promise<Answer>)[] = []
  let latest: Statement | null = null
  /** Whether the commit that was sent together with a statement took place. */
  let ended: Promise<boolean> | null = null

  const send = ({ text, name, isKept }: Statement, values: unknown[]) =>
    connection.query({ text, name: prepares && isKept ? name : undefined, values })

  /** The rows of a statement, after everything before it has been confirmed. */
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

  /**
   * The rows of a statement that may be the last one of a read. The commit is sent with it, because a read has nothing to undo.
   */
  function last(statement: Statement, sent: Promise<Answer>): Promise<Rows> {
    latest = statement
    if (mayGuess && !writes && endings.has(statement.name))
      ended = send(statementOf('commit'), []).then(
        () => true,
        () => false,
      )
    return answered(sent)
  }

  /** The read continues, in a new transaction like the previous one. */
  async function reopened() {
    endings.delete(latest!.name)
    const isOver = await ended
    ended = null
    if (isOver) for (const again of opening) goOnWithout(again())
  }

  function goOnWithout(sent: Promise<unknown>): Rows {
    open.push({ is: 'unread', problem: sent.then(() => null, problemIn) })
    return nothing
  }

  /**
   * Guesses come only from earlier calls of the same session, so that the duration of a call reveals nothing about other
   * people.
   */
  async function guess(statement: Statement, values: unknown[]): Promise<Rows> {
    const key = `${session} ${scope} ${keyOf(statement, values)}`
    session ||= key
    const former = guesses!.get(key)
    const sent = sentToOpen(() => send(statement, values))
    if (former === undefined) {
      const answer = await confirmedAnswer(sent)
      // Anybody can send an invalid session, so its empty answer is not stored.
      if (key !== session || answer.raw.length > 0) guesses!.keep(key, answer)
      return readable(answer)
    }
    // Compared with the rows that this call used, because another call may have stored newer ones in the meantime.
    const check = (answer: Answer) => {
      const isSame = areSame(former, answer)
      guesses!.keep(key, isSame ? former : answer)
      return isSame ? null : new WrongGuess()
    }
    open.push({ is: 'guess', problem: sent.then(check, problemIn) })
    return readable(former)
  }

  /**
   * After this, the call may do what a rollback cannot undo. A failed statement that was not a guess makes the next statement
   * fail.
   */
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

  /** The failure of the call may be the result of a wrong guess. */
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

  /** Continues at once. */
  function ahead(statement: Statement, values: unknown[]): Rows {
    // For example, the schools that the transaction sees from here on: the same statement then finds other rows.
    if (statement.narrows) {
      const key = keyOf(statement, values)
      if (key === scope) return nothing
      scope = key
    }
    if (statement.undoes) scope = ''
    return goOnWithout(sentToOpen(() => send(statement, values)))
  }

  /** The rows of a statement that is sent in a way of its own. */
  async function inItsWay(way: Message, { sql, parameters }: CompiledQuery): Promise<Rows> {
    const statement = statementOf(sql)
    const values = [...parameters]
    writes ||= statement.writes
    if (way === 'unread') return ahead(statement, values)
    if (way === 'patient') {
      connection.wait(Number(values[0]))
      return goOnWithout(sentToOpen(() => send(statement, values)))
    }
    if (way === 'renewed')
      return session ? goOnWithout(send(statement, values).then((answer) => guesses!.keep(session, answer))) : nothing
    if (mayGuess) return guess(statement, values)
    return last(statement, send(statement, values))
  }

  /** What is only noted. Returns false if the message is about statements. */
  function isNoted(message: Message, values: unknown[]): boolean {
    if (message === 'storing') writes = true
    else if (message === 'named') request = { name: values[0] as string | null, isPlannedOnce: values[1] as boolean }
    else return false
    return true
  }

  async function heard(message: Message, values: unknown[]): Promise<Rows> {
    if (message === 'confirmed') return confirm()
    if (isNoted(message, values)) return nothing
    if (!hasBegun) begin()
    if (ended) await reopened()
    const statements = (values as CompiledQuery[]).map(inner)
    return message === 'sideBySide' ? sideBySide(statements) : inItsWay(message, statements[0]!)
  }

  async function query(text: string, values: unknown[] = []): Promise<Rows> {
    if (isMessage(text)) return heard(text, values)
    const statement = statementOf(text)
    writes ||= statement.writes
    if (statement.kind === 'begin') {
      hasBegun = false
      return nothing
    }
    if (!hasBegun) begin()
    if (statement.kind === 'commit') return commit(statement)
    if (statement.kind === 'rollback') return rollback(statement)
    if (ended) await reopened()
    if (statement.kind === 'savepoint') return ahead(statement, values)
    return last(statement, send(statement, values))
  }

  // A commit that nobody waits for must be finished before another call gets the connection.
  const release = () =>
    open.length === 0 && ended === null
      ? connection.release()
      : connection.release(Promise.all([ended, ...open.map(({ problem }) => problem)]))
  return { query, release } as unknown as PostgresPoolClient
}

const nothing: Rows = { rows: [] }
const readable = (answer: Answer) => ({ ...answer, rows: rowsOfAnswer(answer) }) as unknown as Rows
/** A statement of a way of its own counts like any other where it is sent together with others. */
const inner = (one: CompiledQuery) => (isMessage(one.sql) ? (one.parameters[0] as CompiledQuery) : one)
const problemIn = (problem: unknown) => problem
const keyOf = ({ name }: Statement, values: unknown[]) => `${name} ${values.map(asText).join(' ')}`
const asText = (value: unknown) => (Buffer.isBuffer(value) ? value.toString('base64') : JSON.stringify(value))
