import { expect, test } from 'vitest'
import { firstKeys, withNextKey } from './line-keys.ts'

test('a line keeps its key when one before it goes, and a new one takes none that is there', () => {
  const three = firstKeys(3)
  const left = three.toSpliced(0, 1)
  expect(left).toEqual([1, 2])
  expect(withNextKey(left)).toEqual([1, 2, 3])
  expect(withNextKey(firstKeys(0))).toEqual([0])
})
