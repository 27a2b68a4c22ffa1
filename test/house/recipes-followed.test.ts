import { expect, test } from 'vitest'
import { follow, recipe } from './recipes.ts'

// The compiler and the tests of a copy take minutes where the machine has much else to do.
// At every landing the two that newcomers need first, in one copy; the others in the proof, each by itself.
const followed =
  process.env.PROOF === 'on' ? [['operation', 'domain'], ['column'], ['permission']] : [['operation', 'domain']]

test.each(followed)(
  'the recipe of %s compiles, and passes the tests that it names',
  (...names) => {
    expect(() => follow(names.map(recipe))).not.toThrow()
  },
  1_800_000,
)
