import type * as z from 'zod/mini'

/** The wire names of one field. An answer contains it under each name; a request may use any, and the first one counts (api.md §10). */
type Names<S extends z.ZodMiniObject> = { [K in keyof z.output<S>]?: string | readonly [string, ...string[]] }

type Row = Record<string, unknown>

const wireOf = new WeakMap<object, Map<string, readonly string[]>>()
const ignoredBy = new WeakMap<object, readonly string[]>()

/** Marks a key that is one of our own names but not a wire name, so that strict reading refuses it by that name. */
const foreign = '\0'

/**
 * The product's JSON misspells a few names and must continue to do so. These names are written only here: code on both sides of the wire
 * uses the clean names of `schema`, and the wire uses `names`.
 */
export function wireNames<S extends z.ZodMiniObject>(schema: S, names: Names<S>) {
  const entries = Object.entries(names) as [string, string | readonly string[]][]
  wireOf.set(schema, new Map(entries.map(([ours, theirs]) => [ours, typeof theirs === 'string' ? [theirs] : theirs])))
  return schema
}

/** Fields that identify the caller or belong to the server: accepted with any value and not read (api.md §5.2). */
export function ignoring<S extends z.ZodMiniObject>(schema: S, names: readonly string[]) {
  ignoredBy.set(schema, [...new Set([...ignoredNames(schema), ...names])])
  return schema
}

/** An update that also accepts, and ignores, the other fields of the row as it was answered (api.md §5.7). */
export function roundTrip<S extends z.ZodMiniObject>(schema: S, answered: z.ZodMiniObject) {
  const wireOfAll = (object: z.ZodMiniObject) =>
    Object.keys(object._zod.def.shape).flatMap((ours) => wireNamesOf(object, ours))
  const read = new Set(wireOfAll(schema))
  return ignoring(
    schema,
    wireOfAll(answered).filter((name) => !read.has(name)),
  )
}

/** The wire names that a schema accepts and ignores. */
export const ignoredNames = (schema: object) => ignoredBy.get(schema) ?? []

/** All wire names of one of our fields, the main one first. */
export const wireNamesOf = (schema: object, ours: string) => wireOf.get(schema)?.get(ours) ?? [ours]

/** Converts wire names to ours, at any depth. Unknown keys stay, so that strict reading refuses them. */
export function fromWire(schema: z.ZodMiniType, value: unknown): unknown {
  return walk(schema, value, (object, wire) => {
    const clean: Row = Object.create(null)
    const left = new Map(Object.entries(wire))

    for (const ours in object._zod.def.shape) {
      const names = wireNamesOf(object, ours)
      const sent = names.find((name) => left.has(name))
      if (sent !== undefined) clean[ours] = fromWire(object._zod.def.shape[ours] as z.ZodMiniType, left.get(sent))
      for (const name of names) left.delete(name)
    }
    for (const name of ignoredNames(object)) left.delete(name)
    for (const [name, stray] of left) clean[name in object._zod.def.shape ? foreign + name : name] = stray

    return clean
  })
}

/**
 * Converts our names to those of the wire, at any depth, for declared fields only. `aliases` writes a value under each of its names, as
 * answers do.
 */
export function toWire(schema: z.ZodMiniType, value: unknown, { aliases = false } = {}): unknown {
  return walk(schema, value, (object, clean) => {
    const wire: Row = {}
    for (const ours in object._zod.def.shape) {
      if (clean[ours] === undefined) continue
      const theirs = toWire(object._zod.def.shape[ours] as z.ZodMiniType, clean[ours], { aliases })
      for (const name of aliases ? wireNamesOf(object, ours) : wireNamesOf(object, ours).slice(0, 1))
        wire[name] = theirs
    }
    return wire
  })
}

/** The name by which the client knows a key that strict reading refused. */
export const strayName = (key: string) => (key.startsWith(foreign) ? key.slice(1) : key)

/**
 * Finds the objects in a value by its schema, through lists and optional values, and passes each to `rename`. A list that is too long is
 * left unchanged for the refusal, because going through hundreds of thousands of elements would be useless.
 */
function walk(schema: z.ZodMiniType, value: unknown, rename: (object: z.ZodMiniObject, row: Row) => unknown): unknown {
  const inner = innermost(schema)
  if (inner._zod.def.type === 'array' && Array.isArray(value)) {
    const { element, checks = [] } = (inner as z.ZodMiniArray)._zod.def
    const isTooLong = checks.some(
      ({ _zod: { def } }) => value.length > ((def as { maximum?: number }).maximum ?? Infinity),
    )
    return isTooLong ? value : value.map((one) => walk(element as z.ZodMiniType, one, rename))
  }
  if (inner._zod.def.type === 'object' && typeof value === 'object' && value !== null && !Array.isArray(value))
    return rename(inner as z.ZodMiniObject, value as Row)
  return value
}

/** The schema inside optional, nullable and the reading of '' as null. */
export function innermost(schema: z.ZodMiniType): z.ZodMiniType {
  const def = schema._zod.def as { type: string; innerType?: z.ZodMiniType; out?: z.ZodMiniType }
  if (def.innerType) return innermost(def.innerType)
  return def.type === 'pipe' && def.out && def.out._zod.def.type !== 'transform' ? innermost(def.out) : schema
}
