import { expect, test } from 'vitest'
import { Refused } from '#contract/language/caller.ts'
import { mustWait } from './later.ts'

test('what is still being handled waits, as without a network, and is no refusal', () => {
  expect(mustWait(new Refused(409, 'This request is already being handled'))).toBe(true)
  expect(mustWait(new TypeError('Failed to fetch'))).toBe(true)
  for (const status of [401, 429, 503]) expect(mustWait(new Refused(status, 'Something'))).toBe(true)
})

test('a refusal that later would be the same does not wait', () => {
  expect(mustWait(new Refused(409, 'This class is not active'))).toBe(false)
  expect(mustWait(new Refused(400, 'A student is not in this class'))).toBe(false)
})
