import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { paymobKeys } from '#test/world/gateways/paymob.mjs'
import { paymob, signedText } from './paymob.ts'

/**
 * The transaction of Paymob's own documentation with the text that it publishes for it (developers.paymob.com, HMAC Transaction Callback, 1 June
 * 2026). The page also shows a hash, but not the secret of it; that the hash is HMAC-SHA512 is proven by the case of RFC 4231 below.
 */
const documented = {
  id: 192036465,
  pending: false,
  amount_cents: 100000,
  success: true,
  is_auth: false,
  is_capture: false,
  is_standalone_payment: true,
  is_voided: false,
  is_refunded: false,
  is_3d_secure: true,
  integration_id: 4097558,
  has_parent_transaction: false,
  order: { id: 217503754, merchant_order_id: null },
  created_at: '2024-06-13T11:33:44.592345',
  currency: 'EGP',
  source_data: { pan: '2346', type: 'card', sub_type: 'MasterCard' },
  error_occured: false,
  owner: 302852,
}
const published =
  '1000002024-06-13T11:33:44.592345EGPfalsefalse1920364654097558truefalsefalsefalsetruefalse217503754302852false2346MasterCardcardtrue'

/** An older transaction of the same documentation (docs.paymob.com, HMAC Calculation). */
const older = {
  ...documented,
  id: 2556706,
  amount_cents: 100,
  created_at: '2020-03-25T18:39:44.719228',
  integration_id: 6741,
  order: { id: 4778239 },
  owner: 4705,
}
const publishedBefore =
  '1002020-03-25T18:39:44.719228EGPfalsefalse25567066741truefalsefalsefalsetruefalse47782394705false2346MasterCardcardtrue'

const keys = paymobKeys('school')
const { verify } = paymob(keys, () => Promise.reject(new Error('nothing is called')), '')
const sign = (text: string, secret = keys['hmacSecret']!) => createHmac('sha512', secret).update(text).digest('hex')
const verified = (obj: object, hmac: string) =>
  verify(Buffer.from(JSON.stringify({ type: 'TRANSACTION', obj })), { hmac }, {})

test('what is signed is what the documentation of Paymob says', () => {
  expect(signedText(documented)).toBe(published)
  expect(signedText(older)).toBe(publishedBefore)
})

test('the hash is HMAC-SHA512, as RFC 4231 computes it (test case 2)', () => {
  expect(sign('what do ya want for nothing?', 'Jefe')).toBe(
    '164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737',
  )
})

test('the documented transaction, signed, is a payment of its order', () => {
  expect(verified(documented, sign(published))).toMatchObject({
    events: [
      {
        kind: 'payment',
        outcome: 'paid',
        gatewayOrder: '217503754',
        transactionId: '192036465',
        amount: '1000.000',
        currency: 'EGP',
        merchant: '302852',
      },
    ],
  })
})

const changes: [string, object][] = [
  ['amount_cents', { amount_cents: 100001 }],
  ['created_at', { created_at: '2024-06-13T11:33:44.592346' }],
  ['currency', { currency: 'SAR' }],
  ['error_occured', { error_occured: true }],
  ['has_parent_transaction', { has_parent_transaction: true }],
  ['id', { id: 192036466 }],
  ['integration_id', { integration_id: 4097559 }],
  ['is_3d_secure', { is_3d_secure: false }],
  ['is_auth', { is_auth: true }],
  ['is_capture', { is_capture: true }],
  ['is_refunded', { is_refunded: true }],
  ['is_standalone_payment', { is_standalone_payment: false }],
  ['is_voided', { is_voided: true }],
  ['order.id', { order: { id: 217503755 } }],
  ['owner', { owner: 302853 }],
  ['pending', { pending: true }],
  ['source_data.pan', { source_data: { ...documented.source_data, pan: '2347' } }],
  ['source_data.sub_type', { source_data: { ...documented.source_data, sub_type: 'Visa' } }],
  ['source_data.type', { source_data: { ...documented.source_data, type: 'wallet' } }],
  ['success', { success: false }],
]

test.each(changes)('with another %s it is refused', (_, change) => {
  expect(verified({ ...documented, ...change }, sign(published))).toBeNull()
})

test('digits that move from one signed value to the next are refused, although the signed text stays the same', () => {
  const moved: object[] = [
    { id: 19203646, integration_id: 54097558 },
    { amount_cents: 10000, created_at: '02024-06-13T11:33:44.592345' },
    { amount_cents: '100000' },
    { pending: 'false' },
    { order: { id: '217503754' } },
  ]
  for (const change of moved) {
    const changed = { ...documented, ...change }
    expect(signedText(changed)).toBe(published)
    expect(verified(changed, sign(published))).toBeNull()
  }
})

test('a missing, foreign or malformed signature and body are refused', () => {
  for (const hmac of ['', 'zz', sign(published).slice(2), sign(published).toUpperCase(), sign(published, 'another')])
    expect(verified(documented, hmac)).toBeNull()
  for (const body of ['', 'null', '[]', '{"obj":1}', '{"type":"TRANSACTION"}', '{"type":"TOKEN","obj":{}}'])
    expect(verify(Buffer.from(body), { hmac: sign(published) }, {})).toBeNull()
})

test('of a card only the last four digits are kept', () => {
  const whole = { ...documented, source_data: { ...documented.source_data, pan: '5123450000002346' } }
  const told = verified(whole, sign(signedText(whole)))
  expect(JSON.stringify(told)).toContain('2346')
  expect(JSON.stringify(told)).not.toContain('512345')
})
