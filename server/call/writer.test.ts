import fc from 'fast-check'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { innermost, toWire } from '#contract/language/wire-names.ts'
import { operations } from '#server/operations.ts'
import { writtenAs } from './writer.ts'

const leaf = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.boolean(),
  fc.constantFrom(null, undefined, '"', '\u2028', '\ud800', -0),
  fc.array(fc.string(), { maxLength: 2 }),
  fc.dictionary(fc.string(), fc.integer(), { maxKeys: 2 }),
)

/** Values of a schema, including values with a missing field, with an extra field, or of another type. */
function like(shape: z.ZodMiniType): fc.Arbitrary<unknown> {
  const inner = innermost(shape)
  const def = inner._zod.def as { type: string; element?: z.ZodMiniType; shape?: Record<string, z.ZodMiniType> }
  if (def.type === 'array')
    return fc.oneof({ weight: 9, arbitrary: fc.array(like(def.element!), { maxLength: 3 }) }, leaf)
  if (def.type !== 'object') return leaf
  const fields = Object.entries(def.shape!).map(([name, field]) => [name, like(field)] as const)
  const declared = Object.fromEntries([...fields, ['undeclared' as const, leaf] as const])
  return fc.oneof({ weight: 9, arbitrary: fc.record(declared, { requiredKeys: [] }) }, leaf)
}

test.each(operations.map((operation) => [operation.path, operation.output] as const))(
  'the answer of %s is written as it is put into the names of the wire',
  (_, output) => {
    fc.assert(
      fc.property(like(output), (value) => {
        const slowly = JSON.stringify(toWire(output, value, { aliases: true })) ?? 'null'
        expect(writtenAs(output, value)).toBe(slowly)
      }),
      { numRuns: 40 },
    )
  },
)
