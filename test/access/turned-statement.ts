import { relative } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { batches } from '#server/db/batch.ts'
import { inDatabase } from '#test/harness/ground.ts'
import type { Turning } from './met-by-tests.ts'
import { negated, without } from './sql-clauses.ts'
import { conditionsOf } from './sql-conditions.ts'
import { openPolicies } from './sql-mutants.ts'

// Loaded before test files that must notice: requests to the database are sent with one mutated condition.
const turnings = JSON.parse(process.env.TURNED ?? '{}') as Record<string, Turning>

/** Vitest gives the name of the loading file only here. */
const worker = (globalThis as unknown as { __vitest_worker__: { filepath: string } }).__vitest_worker__

const turningNow = () => turnings[relative(process.cwd(), worker.filepath)]

const { ask } = batches
batches.ask = function (asked) {
  const turning = turningNow()
  const found = turning && conditionsOf(asked.text).find(({ name }) => name === turning.name)
  if (!turning || !found) return ask.call(this, asked)
  const text = (turning.round ? negated : without)(asked.text, found.clause)
  return ask.call(this, { ...asked, text, name: undefined })
}

type Query = (this: pg.Client, query: unknown, ...rest: unknown[]) => Promise<unknown>
const prototype = pg.Client.prototype as unknown as { query: Query }
const { query: original } = prototype

prototype.query = function (query, ...rest) {
  const turning = turningNow()
  const copy = typeof query === 'string' && query.match(/^create database (\w+) template/)?.[1]
  const made = original.call(this, query, ...rest)
  return copy && turning && turning.open.length > 0 ? made.then((answer) => opened(answer, copy, turning)) : made
}

/** Switches row-level security off in a file's own copy of the data. */
async function opened(made: unknown, copy: string, { open }: Turning) {
  const owner = new pg.Client(inDatabase(inject('ground').server, copy))
  await owner.connect()
  await openPolicies(owner, open)
  await owner.end()
  return made
}
