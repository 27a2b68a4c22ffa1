import type * as z from 'zod/mini'
import type { Operation } from '#contract/language/operation.ts'
import { jsonSchemas } from '#contract/language/fields.ts'
import { freshPhone } from './calls-of-people.ts'
import { elementOf, fieldsOf, isId, sent } from './declared.ts'
import type { Graph, Row } from './graph.ts'
import { schoolOf } from './reach.ts'
import { world } from '#test/world/world.ts'

type Body = Record<string, unknown>

/** Fills every missing required field of a body with something valid; only the ids differ between calls. */
export function filled(schema: z.ZodMiniType, body: Body, today: string): Body {
  const whole = { ...body }
  for (const { needed, names, inner } of fieldsOf(schema)) {
    const value = sent(whole, { names })
    const element = elementOf(inner)
    if (element && Array.isArray(value) && fieldsOf(element).length > 0)
      whole[names.find((name) => name in whole)!] = value.map((each) => filled(element, each as Body, today))
    if (!needed || value !== undefined || isId(inner) || (element && isId(element))) continue
    whole[names[0]!] = element ? [valid(element, today)] : valid(inner, today)
  }
  return whole
}

/** A valid value for a field, from its JSON Schema. */
function valid(schema: z.ZodMiniType, today: string): unknown {
  const json = jsonSchemas.get(schema)
  if (!json) return fieldsOf(schema).length > 0 ? filled(schema, {}, today) : {}
  const { type, format, minLength, maxLength, minimum } = json as {
    type: string
    format?: string
    minLength?: number
    maxLength?: number
    minimum?: number
  }
  const listed = json.enum as unknown[] | undefined
  if (listed) return listed[0]
  if (format === 'date') return today
  if (format === 'time') return '08:00'
  if (format === 'weekday') return 'Sunday'
  if (format === 'money' || format === 'percent') return '10'
  if (format === 'phone') return freshPhone
  if (format === 'any-phone') return '02 24567890'
  if (format === 'email') return 'somebody@example.org'
  // A code of an SMS.
  if (minLength === 5 && maxLength === 8) return '00000'
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return Math.max(1, minimum ?? 1)
  return 'a text'.padEnd(minLength ?? 0, '.')
}

/** Changes the first text of a change that would otherwise change nothing, because nothing in it is required. */
export function changing({ writes, input }: Operation, body: Body): Body {
  const fields = fieldsOf(input)
  const isThing = ({ inner }: (typeof fields)[number]) => !isId(inner) && !elementOf(inner)
  if (!writes || !fields.some(({ ours }) => ours === 'baseVersion')) return body
  if (fields.some((field) => isThing(field) && sent(body, field) !== undefined)) return body
  const first = fields.find((field) => {
    const { type, format, enum: listed } = (jsonSchemas.get(field.inner) ?? {}) as Record<string, unknown>
    return isThing(field) && type === 'string' && !format && !listed
  })
  return first ? { ...body, [first.names[0]!]: 'a new text' } : body
}

const { omar, laila, class4a, class5a } = world
const nearest = [omar.id, laila.id, class4a.id, class5a.id]

/** How far a row is from what calls usually name: these students or classes first, then any. */
const distance = ({ student_id, class_room_id }: Row) => {
  const place = nearest.findIndex((id) => id === student_id || id === class_room_id)
  return place === -1 ? nearest.length : place
}

/** The objects that an unlisted id can name: rows of the table with its name, one from each of two schools. */
export function rowsNamed(graph: Graph, name: string, schools: string[]): Record<string, string> {
  const word = name.replace(/Ids?$/, '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const table = [`${word}s`, word.replace(/y$/, 'ies'), word].find((one) => one in graph)
  if (!table) return {}
  const rows = (graph[table as 'schools'] as Row[]).toSorted((a, b) => distance(a) - distance(b))
  const own = schools.flatMap((id, nth) => {
    const row = rows.find((one) => one.id && one.removed_at == null && schoolOf(table, one) === id)
    return row ? [[nth === 0 ? 'own' : 'ofAnotherSchool', String(row.id)] as const] : []
  })
  const shared = own.length === 0 && rows[0]?.id ? [['any', rows[0].id as string] as const] : []
  return Object.fromEntries([...own, ...shared])
}
