import { expect, test } from 'vitest'
import { isGuardianOn, mobileOf } from './guardian.ts'

test.each([
  ['010 1234 5678', '01012345678'],
  ['+20 10 1234 5678', '01012345678'],
  ['02 2456 7890', null],
  ['+966 50 123 4567', '+966501234567'],
  ['+966 11 123 4567', null],
  [null, null],
])('a guardian of %s is invited by %s', (phone, mobile) => expect(mobileOf({ phone })).toBe(mobile))

test.each([
  ['2026-11-22', null, true],
  ['2026-11-23', null, false],
  ['2026-11-01', '2026-11-22', true],
  ['2026-11-01', '2026-11-21', false],
])('on 22 November a guardian from %s until %s is one: %s', (fromDay, untilDay, is) =>
  expect(isGuardianOn({ fromDay, untilDay }, '2026-11-22')).toBe(is),
)
