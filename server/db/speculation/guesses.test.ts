import { expect, test } from 'vitest'
import type { Answer } from '#server/db/batch.ts'
import { areSame, newGuesses } from './guesses.ts'

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
  guesses.keep('third', answer('other'))
  expect(guesses.get('third')?.raw).toEqual([['other']])
})

test('answers are the same whose rows are', () => {
  expect(areSame(answer('one', 'two'), answer('one', 'two'))).toBe(true)
  expect(areSame(answer('one'), answer('other'))).toBe(false)
  expect(areSame(answer('one'), answer('one', 'one'))).toBe(false)
  expect(areSame(answer('one'), answer())).toBe(false)
  expect(areSame(answer('one'), { ...answer('one'), shape: { names: ['another'], parsers: [String] } })).toBe(false)
})

test('rows that are larger than the room are not kept', () => {
  const guesses = newGuesses(20)
  guesses.keep('large', answer('x'.repeat(100)))
  expect(guesses.get('large')).toBeUndefined()
})
