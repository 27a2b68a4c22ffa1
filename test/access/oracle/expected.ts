import type { Graph } from '#test/access/graph.ts'
import { type Rights, rightsIn } from './rights.ts'

/** One call as the oracle sees it. `who` is null for visitors; `body` is what stands on the wire. */
export type Asked = { graph: Graph; who: string | null; rights: Rights; body: Record<string, unknown> }

/** What must be answered: a refusal in words, or rows exactly as they stand on the wire. */
export type Expected =
  | { status: number; sentence: string }
  | {
      status: 200
      /** The answer, complete; null where its secrets and counts cannot be told before (then `holds` says what must be in it). */
      body: unknown
      /** Fields of an answer, or of each row of it, whose other fields cannot be told before. */
      holds?: Record<string, unknown> | Record<string, unknown>[]
      /** X-Total-Count of a list. */
      total?: number
      /** Whether an answer will do of which nothing can be told word by word. */
      fits?: (body: unknown) => boolean
      /** The student or person of whose reading an audit line is left; null when nobody was found. */
      reads?: string | null
    }

/** An operation's line in the oracle: a pure function from a call to what must be answered. */
export type Line = (asked: Asked) => Expected

export const refused = {
  required: { status: 400, sentence: 'Required' },
  invalid: { status: 400, sentence: 'Invalid input' },
  signedOut: { status: 401, sentence: 'Please sign in' },
  forbidden: { status: 403, sentence: 'You are not allowed to do this' },
  notFound: { status: 404, sentence: 'Not found' },
  notActive: { status: 409, sentence: 'This school is not active' },
}

/** Everything of a call that the rows tell. */
export const asked = (graph: Graph, who: string | null, body: Record<string, unknown>): Asked => ({
  graph,
  who,
  rights: rightsOf(graph, who ?? 'nobody'),
  body,
})

const known = new WeakMap<Graph, Map<string, Rights>>()

/** Rights are the same at every call, since the rows are. */
function rightsOf(graph: Graph, who: string): Rights {
  const people = known.get(graph) ?? new Map<string, Rights>()
  known.set(graph, people)
  const rights = people.get(who) ?? rightsIn(graph, who)
  people.set(who, rights)
  return rights
}

/** Rows by the value of a column; looked up once and kept. */
export function rowsBy<T extends object>(rows: T[], column: keyof T & string, value: unknown): T[] {
  let index = indexes.get(rows)?.get(column) as Map<unknown, T[]> | undefined
  if (!index) {
    index = new Map()
    for (const row of rows) {
      const alike = index.get(row[column])
      if (alike) alike.push(row)
      else index.set(row[column], [row])
    }
    indexes.set(rows, (indexes.get(rows) ?? new Map()).set(column, index))
  }
  return index.get(value) ?? []
}

const indexes = new WeakMap<object, Map<string, Map<unknown, object[]>>>()

/** A field of a body as text; anything else is no text. */
export const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** 400 for the first of the named ids that is malformed, or missing and needed (name followed by '!'); else null. */
export function badIds(body: Record<string, unknown>, ...fields: string[]): Expected | null {
  for (const field of fields) {
    const value = body[field.replace('!', '')]
    if (value == null) {
      if (field.endsWith('!')) return refused.required
    } else if (!uuid.test(textOf(value))) return refused.invalid
  }
  return null
}

/** One page of sorted rows: `whole` lists come complete when no page is asked for, all others 30 a page (api.md §6). */
export function page<T>(
  rows: T[],
  body: Record<string, unknown>,
  whole: 'whole' | 'paged',
  onTheWire: (row: T) => unknown = (row) => row,
): Expected {
  const { pageNumber, pageSize } = body as { pageNumber?: number; pageSize?: number }
  const all = whole === 'whole' && pageNumber === undefined && pageSize === undefined
  const size = all ? 5000 : (pageSize ?? 30)
  const from = ((pageNumber ?? 1) - 1) * size
  return { status: 200, body: rows.slice(from, from + size).map(onTheWire), total: rows.length }
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'accent' })

/** Sorts by the given values in turn: names without case and by the value of numbers, everything else as it stands. */
export const sorted = <T>(rows: T[], by: (row: T) => Value[]) =>
  rows
    .map((row) => ({ row, values: by(row) }))
    .sort((a, b) => {
      const at = a.values.findIndex((mine, nth) => compare(mine, b.values[nth]!) !== 0)
      return at < 0 ? 0 : compare(a.values[at]!, b.values[at]!)
    })
    .map(({ row }) => row)

type Value = string | { name: string } | { latest: string }

function compare(a: Value, b: Value): number {
  if (typeof a === 'string' || typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0
  if ('latest' in a) return compare((b as { latest: string }).latest, a.latest)
  return collator.compare(a.name, (b as { name: string }).name)
}

/** Rows as choices of a form, by name. */
export const choices = (rows: { id: string; name: string }[]) =>
  sorted(rows, ({ name, id }) => [{ name }, id]).map(({ id, name }) => ({ id, value: id, name, label: name }))

/** First, middle and last name with one space, absent parts left out. */
export const fullName = (person?: { first_name: string; middle_name: string | null; last_name: string }) =>
  [person?.first_name, person?.middle_name, person?.last_name].filter(Boolean).join(' ')

/** The row of an id; one that is not there is a fault of the oracle. */
export function one<T extends { id: string }>(rows: T[], id: string | null): T {
  let known = byId.get(rows)
  if (!known) byId.set(rows, (known = new Map(rows.map((row) => [row.id, row]))))
  const found = id === null ? undefined : known.get(id)
  if (!found) throw new Error(`the oracle knows no row ${id}`)
  return found as T
}

const byId = new WeakMap<object, Map<string, { id: string }>>()
