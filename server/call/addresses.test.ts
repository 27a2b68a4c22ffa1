import { expect, test } from 'vitest'
import { Refusal } from '#server/base/errors.ts'
import { addressOf, networkOf } from './addresses.ts'

test('an address of IPv6 is its household, and one of IPv4 in disguise is itself', () => {
  expect(addressOf('192.0.2.7')).toBe('192.0.2.7')
  expect(addressOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2')
  expect(addressOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
  expect(addressOf('2001:DB8:0001:0002::1')).toBe('2001:db8:1:2')
  expect(networkOf('2001:db8:1:2::1')).toBe('2001:db8:1')
  expect(addressOf('2001:db8::1')).toBe('2001:db8:0:0')
  expect(addressOf('fe80::1%eth0')).toBe('fe80:0:0:0')
  expect(addressOf('::1')).toBe('0:0:0:0')
})

test('a request whose caller has gone has no address, and is refused without an error to log', () => {
  for (const of of [addressOf, networkOf]) expect(() => of(undefined)).toThrow(Refusal)
})
