import { type Compilable, CompiledQuery, type Kysely, type RawBuilder } from 'kysely'
import { type Ready, ready } from './compiled.ts'

/**
 * What a call tells the pipeline. A message goes where the text of a statement would; its parameters are statements, or what the message is
 * about. PostgreSQL never sees it.
 */
const messages = ['guessed', 'renewed', 'unread', 'patient', 'sideBySide', 'confirmed', 'storing', 'named'] as const

export type Message = (typeof messages)[number]

const known: ReadonlySet<string> = new Set(messages)

export const isMessage = (text: string): text is Message => known.has(text)

type Sendable<Row> = RawBuilder<Row> | Compilable<Row> | Ready<Row>

const sent = <Row>(way: Message, statement: Sendable<Row>): Ready<Row> =>
  ready((db) => CompiledQuery.raw(way, [statement.compile(db as never)]))

const told = <Row, Tables>(db: Kysely<Tables>, message: Message, about: unknown[] = []) =>
  db.executeQuery<Row>(CompiledQuery.raw(message, about))

/**
 * A statement whose rows are usually the same as last time, such as the rights of a person. Where guesses are allowed, the call continues
 * with the previous rows while the database is still being asked. The two are compared later.
 */
export const guessed = <Row>(statement: Sendable<Row>) => sent('guessed', statement)

/** A statement that asks again for what a call guessed first and has changed: its rows are the next guess. */
export const renewed = <Row>(statement: Sendable<Row>) => sent('renewed', statement)

/** A statement whose rows nobody reads. The call continues at once. If it fails, the next statement that is awaited fails too. */
export const unread = <Row>(statement: Sendable<Row>) => sent('unread', statement)

/** A statement that sets how long those after it may take. Its first value is that time in ms, which the connection waits for too. */
export const patient = <Row>(statement: Sendable<Row>) => sent('patient', statement)

/** Waits until all guesses of a call are confirmed, and allows no more guesses. Sends nothing. */
export const confirmed = <Tables>(db: Kysely<Tables>) => told(db, 'confirmed')

/** Says that the call stores something, even if its statements do not show it, so that its commit is awaited. Sends nothing. */
export const storing = <Tables>(db: Kysely<Tables>) => told(db, 'storing')

type RowsOf<Statements> = {
  [Name in keyof Statements]: NonNullable<Statements[Name]> extends Sendable<infer Row> ? Row[] : never
}

/**
 * The rows of statements that do not depend on each other, by name. They are sent together, in the order given, in one round trip. A null is not
 * sent and has no rows.
 */
export async function sideBySide<const Statements extends Record<string, Sendable<unknown> | null>, Tables>(
  db: Kysely<Tables>,
  statements: Statements,
): Promise<RowsOf<Statements>> {
  const asked = Object.entries(statements).flatMap(([name, statement]) => (statement ? [{ name, statement }] : []))
  const compiled = asked.map(({ statement }) => statement.compile(db as never))
  const { rows } = await told<{ sets: unknown[] }, Tables>(db, 'sideBySide', compiled)
  const sets = new Map(asked.map(({ name }, n) => [name, rows[0]!.sets[n]]))
  return Object.fromEntries(Object.keys(statements).map((name) => [name, sets.get(name) ?? []])) as RowsOf<Statements>
}

/**
 * Uses the id of the request as the application_name of a transaction. Must be called first; sends nothing. Only our own uuids are accepted.
 * `isPlannedOnce`: whether PostgreSQL may use one plan for any values in it.
 */
export const nameTransaction = <Tables>(tx: Kysely<Tables>, requestId: string, { isPlannedOnce = false } = {}) =>
  told(tx, 'named', [uuid.test(requestId) ? requestId : null, isPlannedOnce])

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
