import { expect, test } from 'vitest'
import { newGuesses } from './guesses.ts'

test('what was used last stays, and what was used long ago makes room', () => {
  const guesses = newGuesses(60)
  const rows = ['0123456789']
  guesses.keep('first', rows)
  guesses.keep('second', rows)
  guesses.keep('first', rows)
  guesses.keep('third', rows)
  guesses.keep('fourth', rows)
  expect(['first', 'second', 'third', 'fourth'].filter((key) => guesses.get(key) !== undefined)).toEqual([
    'first',
    'third',
    'fourth',
  ])
  expect(guesses.keep('third', ['other'])).toBe('["other"]')
  expect(guesses.get('third')).toBe('["other"]')
})

test('rows that are larger than the room are answered and not kept', () => {
  const guesses = newGuesses(20)
  expect(guesses.keep('large', ['x'.repeat(100)])).toHaveLength(104)
  expect(guesses.get('large')).toBeUndefined()
})
