import { expect, test } from 'vitest'
import type { Answer } from './batch.ts'
import { newGuesses } from './guesses.ts'

const shape = { names: ['field'], parsers: [String] }
const answer = (...fields: string[]): Answer => ({
  command: 'SELECT',
  rowCount: fields.length,
  raw: fields.map((field) => [field]),
  shape,
})

test('what was used last stays, and what was used long ago makes room', () => {
  const guesses = newGuesses(60)
  guesses.keep('first', answer('0123456789'))
  guesses.keep('second', answer('0123456789'))
  guesses.keep('first', answer('0123456789'))
  guesses.keep('third', answer('0123456789'))
  guesses.keep('fourth', answer('0123456789'))
  expect(['first', 'second', 'third', 'fourth'].filter((key) => guesses.get(key) !== undefined)).toEqual([
    'first',
    'third',
    'fourth',
  ])
  expect(guesses.keep('third', answer('other'))).toBe(false)
  expect(guesses.get('third')?.raw).toEqual([['other']])
  expect(guesses.keep('third', answer('other'))).toBe(true)
  expect(guesses.keep('third', answer('other', 'other'))).toBe(false)
})

test('rows that are larger than the room are not kept', () => {
  const guesses = newGuesses(20)
  expect(guesses.keep('large', answer('x'.repeat(100)))).toBe(false)
  expect(guesses.get('large')).toBeUndefined()
})
