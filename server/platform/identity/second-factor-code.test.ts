import { expect, test } from 'vitest'
import { codeAt, newSharedSecret, otpauthUri, stepAt, stepOf } from './second-factor-code.ts'

/** '12345678901234567890', the secret in the examples of RFC 6238, in base32. */
const example = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at %i seconds the code is the one of RFC 6238', (seconds, code) => {
  expect(codeAt(example, stepAt(seconds * 1000))).toBe(code)
})

test('a code is right in its own step, the one before and the one after', () => {
  const now = 1_800_000_015_000
  const right = (off: number) => stepOf(example, codeAt(example, stepAt(now) + off), { now, lastStep: null })
  expect([-2, -1, 0, 1, 2].map((off) => right(off) !== null)).toEqual([false, true, true, true, false])
})

test('a step used up, and every step before it, opens nothing', () => {
  const now = 1_800_000_015_000
  const lastStep = stepAt(now)
  expect(stepOf(example, codeAt(example, lastStep), { now, lastStep })).toBeNull()
  expect(stepOf(example, codeAt(example, lastStep - 1), { now, lastStep })).toBeNull()
  expect(stepOf(example, codeAt(example, lastStep + 1), { now, lastStep })).toBe(lastStep + 1)
})

test.each(['', '00000', '0000000', 'abcdef', '💥💥💥'])('%j is no code', (code) => {
  expect(stepOf(example, code, { now: 0, lastStep: null })).toBeNull()
})

test('each secret is new, of 160 bits, and reaches the app as it reads them', () => {
  const secret = newSharedSecret()
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(newSharedSecret()).not.toBe(secret)
  expect(otpauthUri(secret, '01000000001')).toBe(
    `otpauth://totp/Kashkool:01000000001?secret=${secret}&issuer=Kashkool&algorithm=SHA1&digits=6&period=30`,
  )
})
