import type pg from 'pg'
import { batches } from '#server/db/batch.ts'
import { type Unnamed, unnamedIn } from './naming.ts'

/** The statements that pass while some calls are made, those alike once. Every call is undone in place of its commit. */
export async function statementsDuring(calls: () => Promise<unknown>): Promise<string[]> {
  const noted = new Map<string, string>()
  const { ask } = batches
  batches.ask = function (asked) {
    if (/\b(from|update|into|join)\b/i.test(asked.text)) noted.set(alike(asked.text), asked.text)
    return ask.call(this, asked.text === 'commit' ? { text: 'rollback', values: [] } : asked)
  }
  try {
    await calls()
  } finally {
    batches.ask = ask
  }
  return [...noted.values()]
}

/** Lists of values are of any length: a statement with three of them is the one with two. */
const alike = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$\d+/g, '$')
    .replaceAll(/(\((?:\$(?:::\w+)?(?:, )?)+\))(?:, ?\1)+/g, '$1')
    .replaceAll(/\(\$(?:, \$)+\)/g, '($)')

/** In how many ways statements come to the rows of each table without naming the school, and how many of them name it always. */
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

/** Tables and views whose rows are of a school. */
const tablesOfSchools = async (owner: pg.Client) =>
  new Set(
    (
      await owner.query<{ name: string }>(`
        select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'school_id'
        where c.relkind in ('r', 'v') and c.relnamespace = 'public'::regnamespace and not a.attisdropped`)
    ).rows.map(({ name }) => name),
  )

/** Keys and what is unique, where the school is among the columns. */
const keysOfSchools = async (owner: pg.Client) =>
  new Set(
    (
      await owner.query<{ name: string }>(`
        select k.conname as name from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attname = 'school_id'
        where k.contype in ('p', 'u') and k.connamespace = 'public'::regnamespace and a.attnum = any (k.conkey)`)
    ).rows.map(({ name }) => name),
  )

const wayOf = ({ is, by }: Unnamed) => `${is}: ${by.join(', ')}`
