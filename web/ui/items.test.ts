import { expect, test } from 'vitest'
import { itemsOf } from './items.ts'

test('what has a name is offered by it, in the order it came in, with nothing else of it', () => {
  const terms = [
    { id: 'two', name: 'Second term', begins: '2027-02-01' },
    { id: 'one', name: 'First term', begins: '2026-09-12' },
  ]
  expect(itemsOf(terms)).toEqual([
    { value: 'two', label: 'Second term' },
    { value: 'one', label: 'First term' },
  ])
})
