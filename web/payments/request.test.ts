import { expect, test } from 'vitest'
import { coinsFor } from './request.ts'

test('an amount buys whole coins, together with what is left over of earlier payments', () => {
  expect(coinsFor(150, 0, 1)).toEqual({ coins: 150, hasRest: false })
  expect(coinsFor(150.75, 0, 1)).toEqual({ coins: 150, hasRest: true })
  expect(coinsFor(150.75, 0.25, 1)).toEqual({ coins: 151, hasRest: false })
  expect(coinsFor(0.3, 0.3, 0.7)).toEqual({ coins: 0, hasRest: true })
  expect(coinsFor(0.1, 0.6, 0.7)).toEqual({ coins: 1, hasRest: false })
})
