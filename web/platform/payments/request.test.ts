import { expect, test } from 'vitest'
import { coinsFor, wordsOf } from './request.ts'

test('an amount buys whole coins, together with what is left over of earlier payments', () => {
  expect(coinsFor(150, 0, 1)).toEqual({ coins: 150, hasRest: false })
  expect(coinsFor(150.75, 0, 1)).toEqual({ coins: 150, hasRest: true })
  expect(coinsFor(150.75, 0.25, 1)).toEqual({ coins: 151, hasRest: false })
  expect(coinsFor(0.3, 0.3, 0.7)).toEqual({ coins: 0, hasRest: true })
  expect(coinsFor(0.1, 0.6, 0.7)).toEqual({ coins: 1, hasRest: false })
})

test('a request is found by its amount as it is written, and in digits alone', () => {
  const request = { transferCode: 'TRX-1', paymentTypeName: 'cash', transferAmount: 1500, rejectReason: null }
  expect(wordsOf(request)).toEqual(expect.arrayContaining(['1,500', '1500']))
})
