import { expect, test } from 'vitest'
import { breaker } from './breaker.ts'

test('five failures in a row open it, and success in between closes the count', () => {
  const gateway = breaker({ failures: 5, rest: 30_000 })
  for (let n = 0; n < 4; n++) expect(gateway.failed()).toBe(false)
  gateway.succeeded()
  for (let n = 0; n < 4; n++) expect(gateway.failed()).toBe(false)
  expect(gateway.capacity(0)).toBe(1)
  expect(gateway.failed()).toBe(true)
  expect(gateway.capacity(0)).toBe(0)
})

test('after its rest one call tries: success opens the way to all, failure means another rest', () => {
  let now = 0
  const gateway = breaker({ failures: 5, rest: 30_000 }, () => now)
  for (let n = 0; n < 5; n++) gateway.failed()
  now = 29_999
  expect([gateway.capacity(0), gateway.coolDown()]).toEqual([0, 1])
  now = 30_000
  expect([gateway.capacity(0), gateway.capacity(1)]).toEqual([1, 0])
  expect(gateway.failed()).toBe(false)
  expect([gateway.capacity(0), gateway.coolDown()]).toEqual([0, 30_000])
  now = 60_000
  gateway.succeeded()
  expect([gateway.capacity(3), gateway.coolDown()]).toEqual([Number.POSITIVE_INFINITY, null])
})

test('once something failed, no more calls run than may still fail', () => {
  const gateway = breaker({ failures: 5, rest: 30_000 })
  expect(gateway.capacity(4)).toBe(Number.POSITIVE_INFINITY)
  gateway.failed()
  expect([gateway.capacity(4), gateway.capacity(1)]).toEqual([0, 3])
})
