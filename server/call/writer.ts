import type * as z from 'zod/mini'
import { innermost, wireNamesOf } from '#contract/language/wire-names.ts'

/** Writes a value as JSON; returns undefined if JSON has no such value. */
type Writer = (value: unknown) => string | undefined

const writers = new WeakMap<z.ZodMiniType, Writer>()

/**
 * Writes an answer as JSON with the names of the API, exactly like `JSON.stringify(toWire(…, { aliases: true }))`. It contains
 * only what the schema declares. Names and their quotes are prepared once for each schema, and no intermediate object is
 * created.
 */
export function writtenAs(shape: z.ZodMiniType, value: unknown): string {
  return writerOf(shape)(value) ?? 'null'
}

function writerOf(shape: z.ZodMiniType): Writer {
  const known = writers.get(shape)
  if (known) return known
  const writer = madeFor(innermost(shape))
  writers.set(shape, writer)
  return writer
}

function madeFor(inner: z.ZodMiniType): Writer {
  const def = inner._zod.def as { type: string; element?: z.ZodMiniType; shape?: Record<string, z.ZodMiniType> }
  if (def.type === 'array') return list(writerOf(def.element!))
  if (def.type === 'object') return object(inner, def.shape!)
  return plain
}

const list =
  (element: Writer): Writer =>
  (value) => {
    if (!Array.isArray(value)) return plain(value)
    let text = '['
    for (let at = 0; at < value.length; at++) text += (at > 0 ? ',' : '') + (element(value[at]) ?? 'null')
    return `${text}]`
  }

function object(inner: z.ZodMiniType, shape: Record<string, z.ZodMiniType>): Writer {
  const fields = Object.keys(shape).map((ours) => ({
    ours,
    names: wireNamesOf(inner, ours).map((name) => `${JSON.stringify(name)}:`),
    write: writerOf(shape[ours]!),
  }))
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return plain(value)
    let text = ''
    for (const { ours, names, write } of fields) {
      const field = (value as Record<string, unknown>)[ours]
      if (field === undefined) continue
      const written = write(field)
      if (written === undefined) continue
      for (const name of names) text += (text === '' ? '' : ',') + name + written
    }
    return `{${text}}`
  }
}

const plain: Writer = (value) => {
  if (value === null) return 'null'
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  return JSON.stringify(value)
}
