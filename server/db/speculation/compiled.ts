import type { CompiledQuery, Kysely, QueryResult } from 'kysely'

type Writable<Row> = { compile: (db: never) => CompiledQuery<Row> }

/** A statement with its values, which is run alone or sent together with others. */
export type Ready<Row> = {
  compile: (db: Kysely<never>) => CompiledQuery<Row>
  execute: <Tables>(db: Kysely<Tables>) => Promise<QueryResult<Row>>
}

/** The source of a parameter: a position among the values of a call, or a constant. */
type Source = { value: number } | { each: Source[] } | { always: unknown }

type Written = { query: CompiledQuery; sources: Source[] }

/**
 * A statement whose text is always the same. It is compiled once, because with Kysely, building and compiling it at every call
 * takes longer than sending it. `build` must put its values into the statement unchanged, and may not use them otherwise.
 */
export function fixed<Values extends unknown[], Row>(build: (...values: Values) => Writable<Row>) {
  let written: Written | null | undefined
  return (...values: Values): Ready<Row> =>
    ready((db) => {
      const write = (marks: unknown[]) => build(...(marks as Values)).compile(db as never)
      if (written === undefined) written = writtenOnce(write, values)
      return written ? rebound(written, values) : write(values)
    })
}

/** How many shapes of a statement are kept: the most recent ones. */
const mostShapes = 200

const marked = Symbol('value')

/** A value that never changes the text of the statement, so another value can be put in its place. */
export type Value<T> = { readonly [marked]: T }

export const value = <T>(of: T): Value<T> => ({ [marked]: of })

const isMarked = (given: unknown): given is Value<unknown> =>
  typeof given === 'object' && given !== null && marked in given

/**
 * The same for a statement whose text depends on its input. It is compiled once for each shape of the input. Ids, days and
 * everything marked as a `Value` are values. Everything else is part of the shape: which fields exist, how many elements an
 * array has, which ids are equal.
 */
export function shaped<Tables, Input extends unknown[], Row>(
  build: (db: Kysely<Tables>, ...input: Input) => Writable<Row>,
) {
  const known = new Map<string, Written | null>()
  return (...input: { [N in keyof Input]: Input[N] | Value<Input[N]> }): Ready<Row> =>
    ready((db) => {
      const values: unknown[] = []
      const shape = shapeOf(input, values)
      const write = (marks: unknown[]) =>
        build(db as never, ...(filledWith(input, values, marks) as Input)).compile(db as never)
      let written = known.get(shape)
      if (written === undefined) {
        written = writtenOnce(write, values)
        if (known.size === mostShapes) known.delete(known.keys().next().value!)
        known.set(shape, written)
      }
      return written ? rebound(written, values) : write(values)
    })
}

/** A statement that is compiled when it is sent. */
export function ready<Row>(compiled: (db: Kysely<never>) => CompiledQuery): Ready<Row> {
  const compile = (db: Kysely<never>) => compiled(db) as CompiledQuery<Row>
  return { compile, execute: (db) => db.executeQuery(compile(db as never)) }
}

const rebound = ({ query, sources }: Written, values: unknown[]): CompiledQuery => ({
  ...query,
  parameters: sources.map((source) => valueOf(source, values)),
})

const valueOf = (source: Source, values: unknown[]): unknown => {
  if ('value' in source) return values[source.value]
  return 'each' in source ? source.each.map((one) => valueOf(one, values)) : source.always
}

/**
 * Compiles a statement with two sets of placeholders instead of its values. Null if its text depends on a value, or if a
 * parameter is computed from a value.
 */
function writtenOnce(write: (marks: unknown[]) => CompiledQuery, values: unknown[]): Written | null {
  const sets = [marksFor(values, 1), marksFor(values, 2)] as const
  const [query, other] = [write(sets[0]), write(sets[1])]
  if (query.sql !== other.sql) return null
  const sources = query.parameters.map((mark, at) => sourceOf(mark, other.parameters[at], sets))
  return sources.includes(null) ? null : { query, sources: sources as Source[] }
}

function sourceOf(one: unknown, other: unknown, marks: readonly [unknown[], unknown[]]): Source | null {
  const value = marks[0].indexOf(one)
  if (value >= 0) return marks[1][value] === other ? { value } : null
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
    const each = one.map((element, at) => sourceOf(element, other[at], marks))
    return each.includes(null) ? null : { each: each as Source[] }
  }
  return JSON.stringify(one) === JSON.stringify(other) ? { always: one } : null
}

/** Placeholders of the same types as the values. All are different, and the second set is in another order. */
const marksFor = (values: unknown[], set: 1 | 2) =>
  values.map((value, at) => {
    const place = String(set === 1 ? at : 999 - at).padStart(3, '0')
    if (typeof value === 'string' && day.test(value)) return `${set}${place}-07-1${set}`
    if (typeof value === 'number') return 1e12 + set * 1e6 + Number(place) * 1e3
    if (Buffer.isBuffer(value)) return Buffer.from(`${set}${place}`)
    if (Array.isArray(value)) return [`${set}${place}`]
    return `${set}7e57${place}-0000-4000-8000-00000000000${set}`
  })

const day = /^\d{4}-\d{2}-\d{2}$/
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const isValue = (text: string) => uuid.test(text) || day.test(text)

/** The shape of an input; its values are appended to `values`. */
function shapeOf(given: unknown, values: unknown[]): string {
  if (typeof given === 'string') return isValue(given) ? `$${placeOf(given, values)}` : JSON.stringify(given)
  if (isMarked(given)) return `$${placeOf(given[marked], values)}`
  if (Array.isArray(given)) return `[${given.map((one) => shapeOf(one, values)).join()}]`
  if (typeof given !== 'object' || given === null) return String(given)
  if (Object.getPrototypeOf(given) !== Object.prototype) throw new TypeError('Only plain values have a shape')
  return `{${Object.entries(given)
    .map(([key, field]) => `${key}:${shapeOf(field, values)}`)
    .join()}}`
}

function placeOf(value: unknown, values: unknown[]) {
  const known = values.indexOf(value)
  return known >= 0 ? known : values.push(value) - 1
}

/** An input with placeholders instead of its values. */
function filledWith(given: unknown, values: unknown[], marks: unknown[]): unknown {
  if (typeof given === 'string') return isValue(given) ? marks[values.indexOf(given)] : given
  if (isMarked(given)) return marks[values.indexOf(given[marked])]
  if (Array.isArray(given)) return given.map((one) => filledWith(one, values, marks))
  if (typeof given !== 'object' || given === null) return given
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, filledWith(value, values, marks)]))
}
