import type pg from 'pg'
import { batches } from '#server/db/batch.ts'
import { type Answered, seeAnswers } from './answered.ts'
import { type Unnamed, unnamedIn } from './naming.ts'

/**
 * The statements that are sent during some calls, with their answers; statements that differ only in the length of lists are
 * included once. Every call is rolled back instead of committed.
 */
export async function statementsDuring(calls: () => Promise<unknown>): Promise<Answered[]> {
  const { ask } = batches
  batches.ask = function (asked) {
    return ask.call(this, asked.text === 'commit' ? { text: 'rollback', values: [] } : asked)
  }
  const seen = seeAnswers(alike)
  try {
    await calls()
  } finally {
    seen.end()
    batches.ask = ask
  }
  return [...seen.answered.values()]
}

/** Lists of values can have any length. A statement with three values is the same as one with two. */
const alike = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$\d+/g, '$')
    .replaceAll(/(\((?:\$(?:::\w+)?(?:, )?)+\))(?:, ?\1)+/g, '$1')
    .replaceAll(/\(\$(?:, \$)+\)/g, '($)')

/**
 * The number of ways in which statements find the rows of each table without the school, and the number of statements that
 * always name it.
 */
export async function unnamedOf(owner: pg.Client, statements: Iterable<string>) {
  const [all, keys] = [await tablesOfSchools(owner), await keysOfSchools(owner)]
  const ways = new Map<string, Set<string>>()
  let naming = 0
  for (const text of statements) {
    const found = await unnamedIn(
      text,
      (table) => all.has(table),
      (constraint) => keys.has(constraint),
    )
    if (found.length === 0) naming++
    for (const one of found) ways.set(one.table, (ways.get(one.table) ?? new Set()).add(wayOf(one)))
  }
  return { naming, ways }
}

/** Tables and views whose rows belong to a school. */
const tablesOfSchools = async (owner: pg.Client) =>
  new Set(
    (
      await owner.query<{ name: string }>(`
        select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'school_id'
        where c.relkind in ('r', 'v') and c.relnamespace = 'public'::regnamespace and not a.attisdropped`)
    ).rows.map(({ name }) => name),
  )

/** Keys and unique indexes that include the school. */
const keysOfSchools = async (owner: pg.Client) =>
  new Set(
    (
      await owner.query<{ name: string }>(`
        select k.conname as name from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attname = 'school_id'
        where k.contype in ('p', 'u') and k.connamespace = 'public'::regnamespace and a.attnum = any (k.conkey)`)
    ).rows.map(({ name }) => name),
  )

const wayOf = ({ is, by }: Unnamed) => `${is}: ${by.join(', ')}`
