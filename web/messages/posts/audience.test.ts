import { expect, test } from 'vitest'
import { withStored } from './audience.ts'

test('a class that went out of reach can still be taken off a draft', () => {
  const items = [{ value: 'a', label: '4A' }]
  const audience = [
    { kind: 'class', targetId: 'a', name: '4A' },
    { kind: 'class', targetId: 'b', name: '5A' },
    { kind: 'student', targetId: 'c', name: 'Omar' },
    { kind: 'staff', targetId: null, name: null },
  ] as const
  expect(withStored('class', items, [...audience])).toEqual([...items, { value: 'b', label: '5A' }])
  expect(withStored('grade', [], [...audience])).toEqual([])
})
