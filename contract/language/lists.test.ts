import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { kept, List, optional, Text } from './fields.ts'
import { sentenceOf } from './messages.ts'
import { fromWire } from './wire-names.ts'

let looked = 0
const element = () => Object.defineProperty({}, 'one', { enumerable: true, get: () => ((looked += 1), 'x') })
const list = List(z.strictObject({ one: Text(1, 9) }), 0, 3)

/** Reads a body with a list of this length; gives the result, or the sentence with which it is refused. */
function read(inner: z.ZodMiniType, length: number): unknown {
  looked = 0
  const schema = z.strictObject({ inner })
  const body = { inner: Array.from({ length }, element) }
  const { success, data, error } = z.safeParse(schema, fromWire(schema, body), { reportInput: true })
  return success ? data : sentenceOf(error.issues[0]!)
}

test.each([list, optional(list), kept(list)])(
  'a list that is too long is refused before its elements are read',
  (inner) => {
    expect(read(inner, 4)).toBe('Array must contain at most 3 element(s)')
    expect(looked).toBe(0)
    expect(read(inner, 3)).toEqual({ inner: [{ one: 'x' }, { one: 'x' }, { one: 'x' }] })
    expect(looked).toBeGreaterThan(0)
  },
)
