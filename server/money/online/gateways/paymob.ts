import { createHmac, timingSafeEqual } from 'node:crypto'
import { fromCoins, inCoins } from './amounts.ts'
import { GatewayAway } from './away.ts'
import type { CallGateway, GatewayEvent, GatewayKeys, MakeGateway } from './gateway.ts'
import { jsonObject, plainText } from './json.ts'

/**
 * The signed fields of a transaction in their order (developers.paymob.com, HMAC Transaction Callback, 1 June 2026). `merchant_order_id` is not
 * among them, so nothing is ever bound by it.
 */
const signedFields =
  'amount_cents created_at currency error_occured has_parent_transaction id integration_id is_3d_secure is_auth is_capture is_refunded is_standalone_payment is_voided order.id owner pending source_data.pan source_data.sub_type source_data.type success'.split(
    ' ',
  )

type Transaction = Record<string, unknown>

const fieldOf = (of: Transaction, path: string) =>
  path.split('.').reduce<unknown>((value, name) => (value as Transaction | null | undefined)?.[name], of)

/** What Paymob signs: the values without anything between them. */
export const signedText = (transaction: Transaction) =>
  signedFields.map((path) => plainText(fieldOf(transaction, path))).join('')

/** Paymob (Egypt, Saudi Arabia, the Emirates, Oman): a page or a code for an intention, and callbacks signed over twenty fields. */
export const paymob: MakeGateway = (keys, call, origin) => ({
  async begin({ id, amount, currency, by, lasts, familyCode, payer, returnUrl, callbackUrl }) {
    const coins = inCoins(amount, currency)
    const methods = by === 'code' ? [Number(keys['kioskIntegration'])] : integrationsOf(keys)
    const { json } = await call('/v1/intention/', {
      headers: { authorization: `Token ${keys['secretKey']}` },
      body: {
        amount: coins,
        currency,
        payment_methods: methods,
        items: [{ name: `Fees ${familyCode}`, amount: coins, quantity: 1 }],
        billing_data: {
          first_name: payer.firstName,
          last_name: payer.lastName,
          phone_number: payer.phone,
          email: 'na@na.invalid',
        },
        special_reference: id,
        expiration: lasts,
        notification_url: callbackUrl,
        redirection_url: returnUrl,
      },
    })
    const { intention_order_id: order, client_secret: secret, payment_keys: paymentKeys } = json as Intention
    if (!isNumber(order) || typeof secret !== 'string') throw new GatewayAway('it answered no order')
    const gatewayId = String(order)
    if (by === 'code') return { gatewayId, url: null, code: await codeOf(call, paymentKeys?.[0]?.key) }
    const page = new URLSearchParams({ publicKey: keys['publicKey']!, clientSecret: secret })
    return { gatewayId, url: `${origin}/unifiedcheckout/?${page}`, code: null }
  },

  verify(rawBody, query) {
    const { type, obj } = jsonObject(rawBody.toString('utf8'))
    if (type !== 'TRANSACTION' || typeof obj !== 'object' || obj === null) return null
    const transaction = obj as Transaction
    const own = createHmac('sha512', keys['hmacSecret']!).update(signedText(transaction)).digest()
    const sent = Buffer.from(/^[0-9a-f]{128}$/.exec(query['hmac'] ?? '')?.[0] ?? '', 'hex')
    if (sent.length !== own.length || !timingSafeEqual(sent, own)) return null
    // Nothing separates the signed values, so that digits could move from one to the next: their forms and ours of them must be right too.
    if (!isWellFormed(transaction) || !isOwnIntegration(keys, transaction['integration_id'])) return null
    return { events: [eventOf(transaction)] }
  },

  async read(gatewayId) {
    const signIn = await call('/api/auth/tokens', { body: { api_key: keys['apiKey'] } })
    const { token } = signIn.json as { token?: unknown }
    if (typeof token !== 'string') throw new GatewayAway('it answered no token')
    const { status, json } = await call('/api/ecommerce/orders/transaction_inquiry', {
      headers: { authorization: `Bearer ${token}` },
      body: { order_id: Number(gatewayId) },
    })
    if (status === 404) return []
    const transaction = json as Transaction
    if (!isWellFormed(transaction) || String(fieldOf(transaction, 'order.id')) !== gatewayId) return []
    const event = eventOf(transaction)
    const back = fromCoins(transaction['refunded_amount_cents'], event.currency)
    const isBack = transaction['is_refunded'] === true && back !== null && Number(back) > 0
    return [event, ...(isBack ? [{ ...event, ...refundOf(event.transactionId, back) }] : [])]
  },

  async refund(transactionId, amount, currency) {
    await call('/api/acceptance/void_refund/refund', {
      headers: { authorization: `Token ${keys['secretKey']}` },
      body: { transaction_id: transactionId, amount_cents: inCoins(amount, currency) },
    })
  },
})

type Intention = { intention_order_id?: unknown; client_secret?: unknown; payment_keys?: { key?: unknown }[] }

const isNumber = (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0

const integrationsOf = (keys: GatewayKeys) =>
  (keys['integrations'] ?? '').split(/[\s,]+/).flatMap((id) => Number(id) || [])

const isOwnIntegration = (keys: GatewayKeys, id: unknown) =>
  [...integrationsOf(keys), Number(keys['kioskIntegration'])].includes(id as number)

/** The number that a kiosk asks for. */
async function codeOf(call: CallGateway, paymentToken: unknown) {
  const source = { identifier: 'AGGREGATOR', subtype: 'AGGREGATOR' }
  const { json } = await call('/api/acceptance/payments/pay', { body: { source, payment_token: paymentToken } })
  const code = fieldOf(json as Transaction, 'data.bill_reference')
  if (typeof code !== 'number' && typeof code !== 'string') throw new GatewayAway('it answered no code')
  return String(code)
}

const flags =
  'error_occured has_parent_transaction is_3d_secure is_auth is_capture is_refunded is_standalone_payment is_voided pending success'.split(
    ' ',
  )

const isWellFormed = (transaction: Transaction) =>
  flags.every((name) => typeof transaction[name] === 'boolean') &&
  ['id', 'integration_id', 'owner', 'order.id'].every((path) => isNumber(fieldOf(transaction, path))) &&
  Number.isSafeInteger(transaction['amount_cents']) &&
  /^[A-Z]{3}$/.test(String(transaction['currency'])) &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)?$/.test(String(transaction['created_at']))

const refundOf = (of: string, amount: string) => ({
  kind: 'refund' as const,
  outcome: 'paid' as const,
  transactionId: `${of} back ${amount}`,
  amount,
  isTotal: true,
})

function outcomeOf(transaction: Transaction): GatewayEvent['outcome'] {
  if (transaction['pending'] === true || transaction['is_auth'] === true) return 'pending'
  return transaction['success'] === true && transaction['error_occured'] === false ? 'paid' : 'declined'
}

/** A child transaction gives money back: authorisations are not used, so nothing is captured later. */
function eventOf(transaction: Transaction): GatewayEvent {
  const isBack = transaction['has_parent_transaction'] === true || transaction['is_voided'] === true
  const currency = String(transaction['currency'])
  return {
    kind: isBack ? 'refund' : 'payment',
    outcome: outcomeOf(transaction),
    gatewayOrder: String(fieldOf(transaction, 'order.id')),
    transactionId: String(transaction['id']),
    amount: fromCoins(transaction['amount_cents'], currency) ?? '0.000',
    currency,
    merchant: String(transaction['owner']),
    isTotal: false,
    body: kept(transaction),
  }
}

/** What is kept of a transaction: its signed fields and no others, of a card the last four digits. */
const kept = (transaction: Transaction) =>
  Object.fromEntries(
    signedFields.map((path) => [
      path,
      path === 'source_data.pan' ? plainText(fieldOf(transaction, path)).slice(-4) : fieldOf(transaction, path),
    ]),
  )
