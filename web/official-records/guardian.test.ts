import { expect, test } from 'vitest'
import { mobileOf } from './guardian.ts'

test.each([
  ['010 1234 5678', '01012345678'],
  ['+20 10 1234 5678', '01012345678'],
  ['02 2456 7890', null],
  ['+966 50 123 4567', null],
  [null, null],
])('a guardian of %s is invited by %s', (phone, mobile) => expect(mobileOf({ phone })).toBe(mobile))
