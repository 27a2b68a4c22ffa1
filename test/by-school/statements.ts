import type pg from 'pg'
import { type Answer, batches } from '#server/db/batch.ts'
import { type Unnamed, unnamedIn } from './naming.ts'

/** A statement with the names of its columns as our code has them, and those that were null in some row. */
export type Answered = { text: string; names: string[]; nulls: Set<string> }

/**
 * The statements that are sent during some calls, with their answers; statements that differ only in the length of lists are
 * included once. Every call is rolled back instead of committed.
 */
export async function statementsDuring(calls: () => Promise<unknown>): Promise<Answered[]> {
  const noted = new Map<string, Answered>()
  const { ask } = batches
  batches.ask = function (asked) {
    const answer = ask.call(this, asked.text === 'commit' ? { text: 'rollback', values: [] } : asked)
    if (/\b(from|update|into|join)\b/i.test(asked.text)) {
      const known = noted.get(alike(asked.text)) ?? { text: asked.text, names: [], nulls: new Set() }
      noted.set(alike(asked.text), known)
      answer.then(
        (given) => note(known, given),
        () => {},
      )
    }
    return answer
  }
  try {
    await calls()
  } finally {
    batches.ask = ask
  }
  return [...noted.values()]
}

function note(statement: Answered, { shape: { names }, raw }: Answer) {
  statement.names = names
  for (const row of raw) row.forEach((value, at) => value === null && statement.nulls.add(names[at]!))
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
