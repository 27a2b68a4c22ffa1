import { createHash, createHmac, randomBytes } from 'node:crypto'
import { page } from './page.mjs'
import { callBack, say } from './wire.mjs'

/** What belongs to a merchant follows from the secret key, so that any number of schools can have one. */
export const paymobKeys = (secretKey) => ({
  secretKey,
  publicKey: `pk-${createHash('sha256').update(secretKey).digest('hex').slice(0, 20)}`,
  hmacSecret: `hmac-${secretKey}`,
  apiKey: `api-${secretKey}`,
  integrations: '4097558',
  kioskIntegration: '4097559',
})

const ownerOf = (secretKey) => 300_000 + [...secretKey].reduce((sum, sign) => sum + sign.charCodeAt(0) * 7, 0)

/** The twenty values in the order of Paymob's documentation, one after the other. */
function signature(transaction, secret) {
  const { order, source_data: source } = transaction
  const values = [
    transaction.amount_cents,
    transaction.created_at,
    transaction.currency,
    transaction.error_occured,
    transaction.has_parent_transaction,
    transaction.id,
    transaction.integration_id,
    transaction.is_3d_secure,
    transaction.is_auth,
    transaction.is_capture,
    transaction.is_refunded,
    transaction.is_standalone_payment,
    transaction.is_voided,
    order.id,
    transaction.owner,
    transaction.pending,
    source.pan,
    source.sub_type,
    source.type,
    transaction.success,
  ]
  return createHmac('sha512', secret).update(values.join('')).digest('hex')
}

export const paymobRoutes = (state) => [
  ['POST', /^\/v1\/intention$/, ({ reply, body, key }) => intention(state, reply, body, key), true],
  ['GET', /^\/unifiedcheckout$/, ({ reply, url }) => say(reply, 200, page(bySecret(state, url), state.mood))],
  [
    'POST',
    /^\/api\/acceptance\/payments\/pay$/,
    ({ reply, body }) => {
      const order = [...state.orders.values()].find((one) => one.token === body.payment_token)
      order.code = String(900_000_000 + Number(order.id))
      return say(reply, 200, {
        pending: true,
        success: false,
        order: Number(order.id),
        data: { bill_reference: Number(order.code) },
      })
    },
    true,
  ],
  [
    'POST',
    /^\/api\/auth\/tokens$/,
    ({ reply, body }) => say(reply, 201, { token: body.api_key, profile: { id: 1 } }),
    true,
  ],
  [
    'POST',
    /^\/api\/ecommerce\/orders\/transaction_inquiry$/,
    ({ reply, body, key }) => {
      const order = state.orders.get(String(body.order_id))
      const last = order?.transactions.findLast(({ parent }) => !parent)
      if (!last || key !== `api-${order.key}`) return say(reply, 404, { detail: 'Not found.' })
      return say(reply, 200, order.wire(last))
    },
    true,
  ],
  ['POST', /^\/api\/acceptance\/void_refund\/refund$/, (call) => refund(state, call), true],
]

function intention(state, reply, body, key) {
  if (!key) return say(reply, 401, { detail: 'Authentication credentials were not provided.' })
  const id = String(217_000_000 + state.next++)
  const order = newOrder(state, id, body, key)
  state.orders.set(id, order)
  return say(reply, 201, {
    id: `pi_test_${randomBytes(8).toString('hex')}`,
    intention_order_id: Number(id),
    client_secret: order.secret,
    payment_keys: body.payment_methods.map((integration) => ({ integration, key: order.token, order_id: Number(id) })),
    special_reference: body.special_reference,
    status: 'intended',
  })
}

const bySecret = (state, url) =>
  [...state.orders.values()].find(({ secret }) => secret === url.searchParams.get('clientSecret'))

function newOrder(state, id, body, key) {
  const order = {
    id,
    key,
    amount: body.amount,
    currency: body.currency,
    integration: body.payment_methods[0],
    secret: `egy_csk_test_${randomBytes(12).toString('hex')}`,
    token: randomBytes(12).toString('hex'),
    reference: body.special_reference,
    transactions: [],
    pay(success, mood) {
      const amount = mood === 'alteredAmount' ? order.amount - 100 : order.amount
      const currency = mood === 'otherCurrency' ? 'USD' : order.currency
      const transaction = { id: 192_000_000 + state.next++, amount, currency, success, refunded: 0, parent: null }
      order.transactions.push(transaction)
      return transaction
    },
    giveBack(of, amount) {
      of.refunded += amount
      const transaction = { ...of, id: 192_000_000 + state.next++, amount, refunded: 0, parent: of.id }
      order.transactions.push(transaction)
      return transaction
    },
    wire: (transaction) => wire(order, transaction),
    message(transaction, mood) {
      const obj = wire(order, transaction)
      const secret = mood === 'wrongSignature' ? 'another' : `hmac-${key}`
      const kind = transaction.parent ? 'refund' : 'payment'
      return {
        kind,
        url: `${body.notification_url}?hmac=${signature(obj, secret)}`,
        body: { type: 'TRANSACTION', obj },
      }
    },
    returnTo: (success) => {
      const last = order.transactions.findLast(({ parent }) => !parent)
      const { order: _, source_data: __, ...flat } = last ? wire(order, last) : {}
      const query = new URLSearchParams({ ...flat, order: id, success: String(success) })
      return `${body.redirection_url}${body.redirection_url.includes('?') ? '&' : '?'}${query}`
    },
  }
  return order
}

const wire = (order, transaction) => ({
  id: transaction.id,
  pending: false,
  amount_cents: transaction.amount,
  success: transaction.success,
  is_auth: false,
  is_capture: false,
  is_standalone_payment: true,
  is_voided: false,
  is_refunded: transaction.refunded > 0,
  is_refund: transaction.parent !== null,
  is_3d_secure: true,
  integration_id: order.integration,
  has_parent_transaction: transaction.parent !== null,
  parent_transaction: transaction.parent,
  refunded_amount_cents: transaction.refunded,
  order: { id: Number(order.id), merchant_order_id: order.reference },
  created_at: '2026-11-03T09:33:44.592345',
  currency: transaction.currency,
  source_data: { pan: '2346', type: 'card', sub_type: 'MasterCard' },
  error_occured: false,
  owner: ownerOf(order.key),
})

/** Gives money back, tells the school, and answers the new transaction. */
async function refund(state, { reply, body, key }) {
  const order = [...state.orders.values()].find(
    (one) => one.key === key && one.transactions.some(({ id }) => String(id) === String(body.transaction_id)),
  )
  const paid = order?.transactions.find(({ id }) => String(id) === String(body.transaction_id))
  if (!paid || paid.refunded + Number(body.amount_cents) > paid.amount)
    return say(reply, 400, { message: 'not refundable' })
  const back = order.giveBack(paid, Number(body.amount_cents))
  // The school is told before it has the answer, as it may be.
  const times = { never: 0, twice: 2, ten: 10 }[order.mood ?? state.mood] ?? 1
  for (let nth = 0; nth < times; nth++) await callBack(state, order, order.message(back, 'once'))
  return say(reply, 201, order.wire(back))
}
