import { type Compilable, CompiledQuery, type RawBuilder } from 'kysely'
import type { Ready } from './compiled.ts'
import type { Db } from '../db.ts'
import { sideBySideText } from './statements.ts'

type Statement = RawBuilder<unknown> | Compilable<unknown> | Ready<unknown>

type RowsOf<Statements> = {
  [Name in keyof Statements]: Statements[Name] extends RawBuilder<infer Row> | Compilable<infer Row> | Ready<infer Row>
    ? Row[]
    : never
}

/** The rows of statements that do not depend on each other, by name. They are sent together, in the order given, in one round trip. */
export async function sideBySide<const Statements extends Record<string, Statement>>(
  db: Db,
  statements: Statements,
): Promise<RowsOf<Statements>> {
  const compiled = Object.values(statements).map((statement) => statement.compile(db as never))
  const { rows } = await db.executeQuery<{ sets: unknown[] }>(CompiledQuery.raw(sideBySideText, compiled))
  return Object.fromEntries(Object.keys(statements).map((name, n) => [name, rows[0]!.sets[n]])) as RowsOf<Statements>
}
