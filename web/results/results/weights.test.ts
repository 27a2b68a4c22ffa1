import { expect, test } from 'vitest'
import { besideEachOther } from './weights.ts'

test('weights stand beside each other and add up exactly', () => {
  expect(besideEachOther([20, 30.5, 49.5])).toEqual({
    places: [
      { from: 0, weight: 20 },
      { from: 20, weight: 30.5 },
      { from: 50.5, weight: 49.5 },
    ],
    sum: 100,
    most: 100,
  })
})

test.each([
  [[33.33, 33.33, 33.34], 100],
  [[0.1, 0.2, 99.7], 100],
  [[60, 60], 120],
  [[], 0],
])('%j make %d', (weights, sum) => {
  expect(besideEachOther(weights).sum).toBe(sum)
  expect(besideEachOther(weights).most).toBe(Math.max(100, sum))
})
