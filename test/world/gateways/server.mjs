/**
 * A gateway for the demo and for tests: a process of its own on this machine that speaks the protocols of Paymob and Moyasar, signatures
 * included. Its page has Pay and Decline. POST /control sets what goes wrong: {"mood": …} for all orders, or with "order" for one.
 */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { moyasarRoutes } from './moyasar.mjs'
import { page } from './page.mjs'
import { paymobRoutes } from './paymob.mjs'
import { callBack, say } from './wire.mjs'

export const moods =
  'once twice ten late never outOfOrder wrongSignature alteredAmount otherCurrency refund failing slow'.split(' ')

/** A running gateway: `port`, and `stop`. `next`: how its numbers begin. */
export async function startGateway({ port = 0, late = 3000, slow = 20_000, next = 1 } = {}) {
  const state = { mood: 'once', late, slow, next, orders: new Map(), hooks: new Map(), timers: new Set(), sent: [] }
  const routes = [...controlRoutes(state), ...pageRoutes(state), ...paymobRoutes(state), ...moyasarRoutes(state)]
  const server = createServer((request, reply) => {
    answer(state, routes, request, reply).catch((problem) => say(reply, 500, { detail: String(problem) }))
  })
  await new Promise((listening) => server.listen(port, '127.0.0.1', listening))
  return {
    port: server.address().port,
    state,
    stop: () => {
      for (const timer of state.timers) clearTimeout(timer)
      server.closeAllConnections()
      return new Promise((closed) => server.close(closed))
    },
  }
}

async function answer(state, routes, request, reply) {
  const url = new URL(request.url, 'http://localhost')
  const path = url.pathname.replace(/(?<=.)\/$/, '')
  const found = routes.find(([method, pattern]) => method === request.method && pattern.test(path))
  if (!found) return say(reply, 404, { detail: 'not found' })
  const [, pattern, handle, isApi] = found
  if (isApi && state.mood === 'failing') return say(reply, 500, { detail: 'out of order' })
  if (isApi && state.mood === 'slow') await pause(state, state.slow)
  const sent = await text(request)
  const body = /json/.test(request.headers['content-type'] ?? '')
    ? JSON.parse(sent || '{}')
    : Object.fromEntries(new URLSearchParams(sent))
  const [, ...parts] = pattern.exec(path)
  return handle({ request, reply, url, body, parts, key: keyOf(request) })
}

/** The secret key of a merchant, from either kind of authorization. */
function keyOf({ headers: { authorization = '' } }) {
  const [kind, value = ''] = authorization.split(' ')
  return kind === 'Basic' ? Buffer.from(value, 'base64').toString().replace(/:$/, '') : value
}

const pause = (state, ms) =>
  new Promise((over) => {
    const timer = setTimeout(() => {
      state.timers.delete(timer)
      over()
    }, ms)
    state.timers.add(timer)
  })

/** Pays or declines an order as its mood says. `messages` makes the callbacks of a transaction. */
export async function settle(state, order, outcome, mood = order.mood ?? state.mood) {
  if (order.transactions.some(({ success }) => success) && mood !== 'twice') return []
  const transaction = order.pay(outcome === 'pay', mood)
  const send = (message) => callBack(state, order, message)
  const payment = () => order.message(transaction, mood)
  const back = () => order.message(order.giveBack(transaction, transaction.amount), 'once')
  if (mood === 'never') return []
  if (mood === 'late') {
    void pause(state, state.late).then(() => send(payment()))
    return []
  }
  if (mood === 'ten') return Promise.all(Array.from({ length: 10 }, () => send(payment())))
  if (mood === 'twice') return [await send(payment()), await send(payment())]
  if (mood === 'outOfOrder') return [await send(back()), await send(payment())]
  if (mood === 'refund') return [await send(payment()), await send(back())]
  return [await send(payment())]
}

const controlRoutes = (state) => [
  [
    'POST',
    /^\/control$/,
    ({ reply, body: { mood, order, late } }) => {
      if (!moods.includes(mood)) return say(reply, 400, { moods })
      if (late !== undefined) state.late = late
      if (order) state.orders.get(String(order)).mood = mood
      else state.mood = mood
      return say(reply, 200, { mood })
    },
  ],
  [
    'POST',
    /^\/control\/pay$/,
    async ({ reply, body: { order, outcome = 'pay', mood } }) =>
      say(reply, 200, { statuses: await settle(state, state.orders.get(String(order)), outcome, mood) }),
  ],
  [
    'POST',
    /^\/control\/webhook$/,
    ({ reply, body: { secretKey, url } }) => {
      state.hooks.set(secretKey, url)
      return say(reply, 200, { url })
    },
  ],
  [
    'GET',
    /^\/control\/orders$/,
    ({ reply }) =>
      say(reply, 200, {
        orders: [...state.orders.values()].map(({ id, amount, currency, code, transactions }) => ({
          id,
          amount,
          currency,
          code,
          transactions,
        })),
        sent: state.sent,
      }),
  ],
]

/** The page of an order, and what its buttons do: the gateway tells the school, and the browser goes back. */
const pageRoutes = (state) => [
  [
    'POST',
    /^\/page\/(.+)$/,
    async ({ reply, body: { outcome, mood }, parts: [id] }) => {
      const order = state.orders.get(id)
      await settle(state, order, outcome, mood || undefined)
      return say(reply, 302, '', { location: order.returnTo(outcome === 'pay') })
    },
  ],
  ['GET', /^\/page\/(.+)$/, ({ reply, parts: [id] }) => say(reply, 200, page(state.orders.get(id), state.mood, moods))],
]

if (process.argv[1] && import.meta.url.endsWith('/gateways/server.mjs') && process.argv[1].endsWith('server.mjs')) {
  const { port } = await startGateway({ port: Number(process.argv[2] ?? 0), next: Number(process.argv[3] ?? 1) })
  if (process.send) process.send({ port })
  else console.log(`A gateway to try things out listens on http://localhost:${port}`)
  process.on('disconnect', () => process.exit(0))
}
