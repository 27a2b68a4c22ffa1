import { expect, test } from 'vitest'
import { comesTo } from './transaction.ts'

test('a payment comes to what it and its own corrections add up to', () => {
  const rows = [
    { id: 'one', adjusts: null, amount: 30.5 },
    { id: 'less', adjusts: 'one', amount: -15.25 },
    { id: 'more', adjusts: 'one', amount: 0.1 },
    { id: 'other', adjusts: null, amount: 7 },
  ]
  expect(comesTo({ id: 'one' }, rows)).toBe(15.35)
  expect(comesTo({ id: 'other' }, rows)).toBe(7)
})
