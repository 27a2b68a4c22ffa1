import { expect, test } from 'vitest'
import { amountTyped } from './amount-typed.ts'

test.each([
  ['', null],
  ['  ', null],
  ['5', 5],
  ['٥٫٢٥', 5.25],
  ['12,5', 12.5],
  ['12.', 12],
  ['1,000', undefined],
  ['١٢,٥٠٠', undefined],
  ['1.000', 1],
  ['١٫٢٥٠', 1.25],
  ['0,125', 0.125],
  ['1234,125', 1234.125],
  ['5O', undefined],
  ['-5', undefined],
  ['1e3', undefined],
  ['1.2.3', undefined],
] as const)('%j is typed as the number %j', (text, number) => {
  expect(amountTyped(text)).toBe(number)
})
