import { randomUUID } from 'node:crypto'
import { page } from './page.mjs'
import { callBack, say } from './wire.mjs'

/** The token of webhooks follows from the secret key. */
export const moyasarKeys = (secretKey) => ({ secretKey, webhookToken: `hook-${secretKey}` })

export const moyasarRoutes = (state) => [
  ['POST', /^\/v1\/invoices$/, ({ request, reply, body, key }) => invoice(state, request, reply, body, key), true],
  ['GET', /^\/invoices\/(.+)$/, ({ reply, parts: [id] }) => say(reply, 200, page(state.orders.get(id), state.mood))],
  [
    'GET',
    /^\/v1\/invoices\/(.+)$/,
    ({ reply, key, parts: [id] }) => {
      const order = state.orders.get(id)
      return order?.key === key ? say(reply, 200, order.shown()) : say(reply, 404, { type: 'record_not_found' })
    },
    true,
  ],
  [
    'POST',
    /^\/v1\/payments\/(.+)\/refund$/,
    async ({ reply, body, key, parts: [id] }) => {
      const order = [...state.orders.values()].find(
        (one) => one.key === key && one.transactions.some((payment) => payment.id === id),
      )
      const payment = order?.transactions.find((one) => one.id === id)
      if (!payment || payment.refunded + Number(body.amount) > payment.amount)
        return say(reply, 400, { type: 'invalid_request_error' })
      order.giveBack(payment, Number(body.amount))
      if ((order.mood ?? state.mood) !== 'never')
        await callBack(state, order, { ...order.message(payment, 'once'), kind: 'refund' })
      return say(reply, 200, order.wire(payment))
    },
    true,
  ],
]

function invoice(state, request, reply, body, key) {
  if (!key) return say(reply, 401, { type: 'authentication_error' })
  if (body.amount < 100)
    return say(reply, 400, { type: 'invalid_request_error', errors: { amount: ['must be greater than 99'] } })
  const order = newOrder(state, randomUUID(), body, key)
  state.orders.set(order.id, order)
  return say(reply, 201, { ...order.shown(), url: `http://${request.headers.host}/invoices/${order.id}` })
}

function statusOf({ refunded, success }) {
  if (refunded > 0) return 'refunded'
  return success ? 'paid' : 'failed'
}

function newOrder(state, id, body, key) {
  const order = {
    id,
    key,
    amount: body.amount,
    currency: body.currency,
    transactions: [],
    pay(success, mood) {
      const amount = mood === 'alteredAmount' ? order.amount - 100 : order.amount
      const currency = mood === 'otherCurrency' ? 'USD' : order.currency
      const payment = { id: randomUUID(), amount, currency, success, refunded: 0 }
      order.transactions.push(payment)
      return payment
    },
    giveBack(payment, amount) {
      payment.refunded += amount
      return payment
    },
    wire: (payment) => ({
      id: payment.id,
      status: statusOf(payment),
      amount: payment.amount,
      fee: 0,
      currency: payment.currency,
      refunded: payment.refunded,
      invoice_id: id,
      source: { type: 'creditcard', company: 'mada', number: 'XXXX-XXXX-XXXX-1111' },
    }),
    shown: () => ({
      id,
      status: order.transactions.some(({ success }) => success) ? 'paid' : 'initiated',
      amount: order.amount,
      currency: order.currency,
      description: body.description,
      payments: order.transactions.map(order.wire),
    }),
    message(payment, mood) {
      const data = order.wire(payment)
      return {
        kind: 'payment',
        url: state.hooks.get(key),
        body: {
          id: randomUUID(),
          type: `payment_${data.status}`,
          secret_token: mood === 'wrongSignature' ? 'another' : `hook-${key}`,
          account_name: 'School',
          live: false,
          data,
        },
      }
    },
    returnTo: () => body.success_url,
  }
  return order
}
