import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { operations } from '#server/operations.ts'
import { fromWire, ignoring, innermost, toWire, wireNames, wireNamesOf } from './wire-names.ts'

const Row = wireNames(z.object({ id: z.string(), gradeName: z.string(), picture: z.nullable(z.string()) }), {
  gradeName: 'gradename',
  picture: ['studentImage', 'imageUrl'],
})

test('a field is answered under each of its names', () => {
  expect(toWire(Row, { id: '1', gradeName: 'four', picture: null }, { aliases: true })).toEqual({
    id: '1',
    gradename: 'four',
    studentImage: null,
    imageUrl: null,
  })
})

test('a field is sent under the first of its names', () => {
  expect(toWire(Row, { id: '1', gradeName: 'four', picture: 'x' })).toEqual({
    id: '1',
    gradename: 'four',
    studentImage: 'x',
  })
})

test('a field is accepted under any of its names, and of several the first counts', () => {
  expect(fromWire(Row, { imageUrl: 'second' })).toEqual({ picture: 'second' })
  expect(fromWire(Row, { imageUrl: 'second', studentImage: 'first' })).toEqual({ picture: 'first' })
})

test('one of our own names that is none of the wire is not accepted as one', () => {
  const strict = wireNames(z.strictObject({ gradeName: z.string() }), { gradeName: 'gradename' })
  expect(z.safeParse(strict, fromWire(strict, { gradeName: 'four' })).success).toBe(false)
})

test('a field that is not declared never leaves', () => {
  expect(toWire(Row, { id: '1', gradeName: 'four', picture: null, passwordHash: 'secret' })).not.toHaveProperty(
    'passwordHash',
  )
})

test('a field that is to be ignored is not read, whatever it holds', () => {
  const input = ignoring(z.strictObject({ id: z.string() }), ['parentId'])
  for (const parentId of ['x', null, [1], { a: 1 }]) expect(fromWire(input, { id: '1', parentId })).toEqual({ id: '1' })
})

test('a name every object has from birth is a key like any other', () => {
  const wire = JSON.parse('{"id": "1", "__proto__": {"gradename": "four"}, "constructor": 1}')
  expect(Object.keys(fromWire(Row, wire) as object)).toHaveLength(3)
  expect((fromWire(Row, wire) as { gradeName?: string }).gradeName).toBeUndefined()
})

describe('a value comes off the wire as it was put on it', () => {
  test.each(operations.map((operation) => [operation.path, operation] as const))('%s', (_, { input, output }) => {
    for (const schema of [input, output])
      fc.assert(
        fc.property(valueOf(schema), (value) => {
          expect(fromWire(schema, toWire(schema, value))).toEqual(value)
          expect(fromWire(schema, toWire(schema, value, { aliases: true }))).toEqual(value)
        }),
        { numRuns: 25 },
      )
  })
})

test('no two fields of one shape share a name on the wire', () => {
  for (const object of operations.flatMap(({ input, output }) => [...objectsIn(input), ...objectsIn(output)])) {
    const names = Object.keys(object._zod.def.shape).flatMap((ours) => wireNamesOf(object, ours))
    expect(new Set(names).size, names.join(' ')).toBe(names.length)
  }
})

/** Any value that has the form of a schema: its objects and lists, with something in their fields. */
function valueOf(schema: z.ZodMiniType): fc.Arbitrary<unknown> {
  const def = innermost(schema)._zod.def as Def
  if (def.element) return fc.array(valueOf(def.element), { maxLength: 3 })
  if (!def.shape) return fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
  return fc.record(Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, valueOf(field)])), {
    noNullPrototype: true,
  })
}

function objectsIn(schema: z.ZodMiniType): z.ZodMiniObject[] {
  const inner = innermost(schema)
  const def = inner._zod.def as Def
  if (def.element) return objectsIn(def.element)
  if (!def.shape) return []
  return [inner as z.ZodMiniObject, ...Object.values(def.shape).flatMap(objectsIn)]
}

type Def = { element?: z.ZodMiniType; shape?: Record<string, z.ZodMiniType> }
