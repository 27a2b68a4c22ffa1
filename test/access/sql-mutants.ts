import pg from 'pg'
import type { Operation } from '#contract/operation.ts'
import type { Mutant } from './mutants.ts'
import { type Clause, clausesOf, without } from './sql-clauses.ts'

/** `tables`: those the statement reads, whose wall between schools may be what holds without the condition. */
export type SqlMutant = Mutant & { tables: string[] }

type Query = (this: pg.Client, text: unknown, ...rest: unknown[]) => unknown

const prototype = pg.Client.prototype as unknown as { query: Query }

/** What stands between the product and its database: every statement passes here, to be noted down or changed. */
export function tap(owner: pg.Client) {
  const heard = new Map<string, Set<Operation>>()
  const original = prototype.query
  let asked: Operation | null = null
  let turn: ((sql: string) => string) | null = null

  prototype.query = function (text, ...rest) {
    if (typeof text !== 'string' || this === owner) return original.call(this, text, ...rest)
    if (asked) heard.set(text, (heard.get(text) ?? new Set()).add(asked))
    return original.call(this, turn ? turn(text) : text, ...rest)
  }
  return {
    /** Statements are noted as those of this operation, until the next. */
    listen: (operation: Operation | null) => (asked = operation),
    /** One mutant a condition and operation, in every statement of it that reads alike but for what was asked. */
    mutants: (): SqlMutant[] => {
      const alike = new Map<string, SqlMutant & { turns: Map<string, Clause> }>()
      for (const [sql, operations] of heard)
        for (const clause of clausesOf(sql).filter(({ text }) => text !== 'true'))
          for (const operation of representing(operations)) {
            const name = `${operation.path}: ${plain(clause.text)} (${tablesOf(sql).slice(0, 3).join(', ')})`
            const known = alike.get(name) ?? {
              name,
              operations: [operation],
              tables: tablesOf(sql),
              turns: new Map<string, Clause>(),
              begin: () => (turn = (text) => withoutClause(text, alike.get(name)!.turns)),
              end: () => (turn = null),
            }
            known.turns.set(sql, clause)
            alike.set(name, known)
          }
      return [...alike.values()]
    },
    stop: () => (prototype.query = original),
  }
}

const withoutClause = (sql: string, turns: Map<string, Clause>) => {
  const clause = turns.get(sql)
  return clause ? without(sql, clause) : sql
}

/** A statement that every call asks is proven where it decides most: who one is, and what one reads. */
const representing = (operations: Set<Operation>) =>
  [...operations].filter(({ path }) => operations.size < 6 || /Me$|GetStudentsAttendences/.test(path))

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll(/\$\d+/g, '$').replaceAll('"', '')

const tablesOf = (sql: string) => [
  ...new Set([...sql.matchAll(/\b(?:from|join) "?([a-z_]{4,})"?/g)].map(([, name]) => name!)),
]

/** Opens the walls between schools of these tables for everybody while some work is done. */
export async function wallsOpen<T>(owner: pg.Client, tables: string[], work: () => Promise<T>): Promise<T> {
  const { rows } = await owner.query<{ table: string; qual: string }>(
    `select tablename as table, qual from pg_policies
     where tablename = any ($1) and policyname = 'school' and schemaname = 'public'`,
    [tables],
  )
  for (const { table } of rows) await owner.query(`alter policy school on ${table} using (true)`)
  try {
    return await work()
  } finally {
    for (const { table, qual } of rows) await owner.query(`alter policy school on ${table} using (${qual})`)
  }
}
