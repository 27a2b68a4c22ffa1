import { CamelCasePlugin, type Compilable, CompiledQuery, type RawBuilder } from 'kysely'
import type { Db } from './db.ts'
import { sideBySideText } from './pipeline.ts'

type Statement = RawBuilder<unknown> | Compilable<unknown>

type RowsOf<Statements> = {
  [N in keyof Statements]: Statements[N] extends RawBuilder<infer Row> | Compilable<infer Row> ? Row[] : never
}

const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true })

/** The rows of statements that need nothing of each other: they are sent together, in one round trip. */
export async function sideBySide<const Statements extends readonly Statement[]>(
  db: Db,
  ...statements: Statements
): Promise<RowsOf<Statements>> {
  const compiled = statements.map((statement) => statement.compile(db))
  const { rows } = await db.executeQuery<{ sets: Record<string, unknown>[][] }>(
    CompiledQuery.raw(sideBySideText, compiled),
  )
  const named = compiled.map(({ queryId }, n) =>
    camelCase.transformResult({ queryId, result: { rows: rows[0]!.sets[n]! } }),
  )
  return (await Promise.all(named)).map((result) => result.rows) as RowsOf<Statements>
}
