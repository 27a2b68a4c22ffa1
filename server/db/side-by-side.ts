import { type Compilable, CompiledQuery, type RawBuilder } from 'kysely'
import type { Ready } from './compiled.ts'
import type { Db } from './db.ts'
import { sideBySideText } from './statements.ts'

type Statement = RawBuilder<unknown> | Compilable<unknown> | Ready<unknown>

type RowsOf<Statements> = {
  [N in keyof Statements]: Statements[N] extends RawBuilder<infer Row> | Compilable<infer Row> | Ready<infer Row>
    ? Row[]
    : never
}

/** The rows of statements that do not depend on each other. They are sent together, in one round trip. */
export async function sideBySide<const Statements extends readonly Statement[]>(
  db: Db,
  ...statements: Statements
): Promise<RowsOf<Statements>> {
  const compiled = statements.map((statement) => statement.compile(db as never))
  const { rows } = await db.executeQuery<{ sets: unknown[] }>(CompiledQuery.raw(sideBySideText, compiled))
  return rows[0]!.sets as RowsOf<Statements>
}
