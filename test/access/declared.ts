import type * as z from 'zod/mini'
import type { Access } from '#contract/language/access.ts'
import { jsonSchemas } from '#contract/language/fields.ts'
import { operations } from '#server/operations.ts'
import type { Operation } from '#contract/language/operation.ts'
import { innermost, wireNamesOf } from '#contract/language/wire-names.ts'

/** Everything that an access can declare, so that all kinds can be read in the same way. */
export type Declared = {
  to: Access['to']
  rows: readonly string[]
  key: string | null
  keys: readonly string[]
  all: boolean
  platformKeys: readonly string[]
  widenedBy: readonly string[]
  from: Record<string, string>
  orParentOf: string | null
  orAnyParent: boolean
  orOwnChildren: boolean
  orSelf: string | null
  writes: boolean
  whileInactive: boolean
}

const empty = { key: null, keys: [], all: false, platformKeys: [], widenedBy: [], from: {} }
const nobodyElse = { orParentOf: null, orAnyParent: false, orOwnChildren: false, orSelf: null }

const read = ({ access, writes, whileInactive }: Operation): Declared => ({
  ...empty,
  ...nobodyElse,
  ...(structuredClone(access) as object as Declared),
  writes,
  whileInactive,
})

/** As declared at the start of the tests: the proof mutates the operations themselves, and this must notice it. */
const asDeclared = new Map<Operation, Declared>(operations.map((operation) => [operation, read(operation)]))

export function declared(operation: Operation): Declared {
  const known = asDeclared.get(operation) ?? read(operation)
  asDeclared.set(operation, known)
  return known
}

type Body = Record<string, unknown>

/** A field of the input: its names on the wire, whether it is required, and its schema. */
type Field = { ours: string; names: readonly string[]; needed: boolean; inner: z.ZodMiniType }

export const fieldsOf = (schema: z.ZodMiniType): Field[] =>
  Object.entries((schema._zod.def as { shape?: Record<string, z.ZodMiniType> }).shape ?? {}).map(([ours, field]) => ({
    ours,
    names: wireNamesOf(schema, ours),
    needed: field._zod.def.type !== 'optional',
    inner: innermost(field),
  }))

export const isId = (schema: z.ZodMiniType) => jsonSchemas.get(schema)?.format === 'uuid'

export const elementOf = (schema: z.ZodMiniType) => {
  const { element } = schema._zod.def as { element?: z.ZodMiniType }
  return element && innermost(element)
}

export const sent = (body: Body, { names }: { names: readonly string[] }) =>
  names.map((name) => body[name]).find((value) => value !== undefined)

/** The value in a wire body of the field with our name `ours`. */
export function valueOf(operation: Operation, body: Body, ours: string): unknown {
  const field = fieldsOf(operation.input).find((one) => one.ours === ours)
  return field && sent(body, field)
}

/** All ids in a body, each with its field and list element. */
export function idsIn(schema: z.ZodMiniType, body: Body): { ours: string; id: unknown }[] {
  return fieldsOf(schema).flatMap((field) => {
    const value = sent(body, field)
    if (value == null) return []
    if (isId(field.inner)) return [{ ours: field.ours, id: value }]
    const element = elementOf(field.inner)
    if (!element || !Array.isArray(value)) return []
    return isId(element)
      ? value.map((id) => ({ ours: field.ours, id }))
      : value.flatMap((each) => idsIn(element, each as Body))
  })
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The sentence of the first id that is missing or malformed (api.md §4). */
export function faultOfIds(schema: z.ZodMiniType, body: Body): string | null {
  for (const field of fieldsOf(schema)) {
    const value = sent(body, field)
    if (isId(field.inner) && value == null && field.needed) return 'Required'
    if (value == null) continue
    const fault = isId(field.inner) ? faultOfId(value) : faultOfElements(elementOf(field.inner), value)
    if (fault) return fault
  }
  return null
}

const faultOfId = (value: unknown) => (uuid.test(value as string) ? null : 'Invalid input')

function faultOfElements(element: z.ZodMiniType | undefined, value: unknown): string | null {
  if (!element || !Array.isArray(value)) return null
  const faults = value.map((each) => (isId(element) ? faultOfId(each) : faultOfIds(element, each as Body)))
  return faults.find((fault) => fault !== null) ?? null
}
