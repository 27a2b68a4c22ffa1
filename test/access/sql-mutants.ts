import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { batches } from '#server/db/batch.ts'
import type { Operation } from '#contract/language/operation.ts'
import type { Graph } from './graph.ts'
import type { Mutant } from './mutants.ts'
import type { Plan } from './plan.ts'
import { alwaysOfThatSchool, joinedInItsSchool, locksAlone } from './sought.ts'
import { type Clause, negated, without } from './sql-clauses.ts'
import { conditionsOf, isWriting, tablesOf } from './sql-conditions.ts'

/**
 * `tables`: those that the statement reads; their row-level security may enforce the rule without the condition. `readers`: the calls that use the
 * statement; no others can notice. `negated`: for a writing statement, the negated condition, because without a condition the first row may happen to
 * be the right one. `kept`: the row is searched by an id that was checked before, joined by an id of the named school, or only locked.
 */
export type SqlMutant = Mutant & {
  tables: string[]
  readers: Plan[]
  negated: Mutant | null
  kept: () => boolean
  /** The statements without the condition; none if it is in a function of the database. */
  texts: () => string[]
}

/** The statement with which the database answers the caller's rights (0160_who_calls.sql). */
export type Rights = { text: string; become: (text: string) => Promise<unknown> }

export async function rightsIn(owner: pg.Client): Promise<Rights> {
  const { rows } = await owner.query<{ text: string; definition: string }>(
    `select prosrc as text, pg_get_functiondef(oid) as definition from pg_proc where proname = 'rights_within'`,
  )
  const { text, definition } = rows[0]!
  return { text, become: (other) => owner.query(definition.replace(text, () => other)) }
}

/** Sits between the product and its database: records or changes every statement. */
export function tap(rights: () => Rights, graph: () => Graph) {
  const plansOf = new Map<string, Map<Operation, Plan[]>>()
  const asking = new AsyncLocalStorage<{ operation: Operation; plan: Plan }>()
  const { ask } = batches
  const ofThatSchool = alwaysOfThatSchool(graph)
  let turn: ((sql: string) => string) | null = null
  let isTurned = false

  batches.ask = function (asked) {
    const current = asking.getStore()
    if (current) note(plansOf, asked.text, current)
    if (current) ofThatSchool.note(current.operation.path, asked, current.plan.body)
    if (current && asked.text.includes('caller_of(')) note(plansOf, rights().text, current)
    const text = turn ? turn(asked.text) : asked.text
    // A prepared statement with another text needs another name.
    return ask.call(this, text === asked.text ? asked : { ...asked, text, name: undefined })
  }
  async function begun(turns: Map<string, Clause>, how: typeof without) {
    const { text, become } = rights()
    if (turns.has(text) || isTurned) await become(turned(turns, how)(text))
    isTurned = turns.has(text)
    turn = turns.size > 0 ? turned(turns, how) : null
  }

  return {
    /** Records statements as those of this call while it runs. */
    listen: <T>(operation: Operation, plan: Plan, call: () => Promise<T>) => asking.run({ operation, plan }, call),
    /** One mutant per condition and operation; it changes all statements of the operation that contain the condition. */
    mutants: (): SqlMutant[] => {
      const alike = new Map<string, SqlMutant & { turns: Map<string, Clause> }>()
      for (const [sql, calls] of plansOf) {
        const conditions = conditionsOf(sql)
        const representatives = representing(calls)
        const inCalls = conditions.flatMap((one) => representatives.map((call) => ({ ...one, call })))
        for (const { name: condition, clause, call } of inCalls) {
          const [operation, plans] = call
          const name = `${operation.path}: ${condition}`
          const known: SqlMutant & { turns: Map<string, Clause> } = alike.get(name) ?? {
            name,
            operations: [operation],
            readers: [],
            tables: tablesOf(sql),
            turns: new Map<string, Clause>(),
            begin: () => begun(alike.get(name)!.turns, without),
            end: () => begun(new Map(), without),
            negated: null,
            texts: () => [],
            kept: () =>
              [...known.turns].every(
                ([text, turned]) =>
                  locksAlone(text, turned) ||
                  joinedInItsSchool(text, turned) ||
                  ofThatSchool.keeps(operation.path, text, turned),
              ),
          }
          known.texts = () =>
            known.turns.has(rights().text) ? [] : [...known.turns].map(([text, turned]) => without(text, turned))
          if (isWriting(sql)) known.negated = { ...known, begin: () => begun(known.turns, negated) }
          known.turns.set(sql, clause)
          known.readers.push(...[...new Set(plans)].filter((plan) => !known.readers.includes(plan)))
          alike.set(name, known)
        }
      }
      return [...alike.values()]
    },
    stop: () => (batches.ask = ask),
  }
}

function note(
  plansOf: Map<string, Map<Operation, Plan[]>>,
  sql: string,
  readers: { operation: Operation; plan: Plan },
) {
  const calls = plansOf.get(sql) ?? new Map<Operation, Plan[]>()
  const plans = calls.get(readers.operation) ?? []
  if (plans.at(-1) !== readers.plan) plans.push(readers.plan)
  plansOf.set(sql, calls.set(readers.operation, plans))
}

const turned = (turns: Map<string, Clause>, how: typeof without) => (sql: string) => {
  const clause = turns.get(sql)
  return clause ? how(sql, clause) : sql
}

/** A statement that every call uses is proved where it matters most: who the caller is, and what they read. */
const representing = (calls: Map<Operation, Plan[]>) =>
  [...calls].filter(([{ path }]) => calls.size < 6 || /Me$|GetStudentsAttendences/.test(path))

/** Switches row-level security off for these tables, and for the tables of these views, while some work runs. */
export async function withoutPolicies<T>(owner: pg.Client, tables: string[], work: () => Promise<T>): Promise<T> {
  const close = await openPolicies(owner, tables)
  try {
    return await work()
  } finally {
    await close()
  }
}

/** Makes the rows of every school and person visible in these tables; returns a function that restores the policies. */
export async function openPolicies(owner: pg.Client, tables: string[]) {
  const { rows } = await owner.query<{ policy: string; qual: string }>(
    `select policyname || ' on ' || tablename as policy, qual from pg_policies
     where policyname in ('school', 'own') and schemaname = 'public' and (tablename = any ($1) or tablename in
       (select table_name from information_schema.view_table_usage where view_name = any ($1)))`,
    [tables],
  )
  for (const { policy } of rows) await owner.query(`alter policy ${policy} using (true)`)
  return async () => {
    for (const { policy, qual } of rows) await owner.query(`alter policy ${policy} using (${qual})`)
  }
}
