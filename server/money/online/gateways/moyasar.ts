import { createHash, timingSafeEqual } from 'node:crypto'
import { fromCoins, inCoins } from './amounts.ts'
import { GatewayAway } from './away.ts'
import type { GatewayEvent, MakeGateway } from './gateway.ts'
import { jsonObject, plainText } from './json.ts'

type Payment = Record<string, unknown>

/**
 * Moyasar (Saudi Arabia): an invoice has the page, and a webhook carries a token that anybody who once saw it could send. So a webhook only says
 * which invoice is to be read, and nothing that it says counts (docs.moyasar.com, Webhook Reference).
 */
export const moyasar: MakeGateway = (keys, call) => {
  const authorization = `Basic ${Buffer.from(`${keys['secretKey']}:`).toString('base64')}`
  const asked = { method: 'GET' as const, headers: { authorization } }
  return {
    async begin({ id, amount, currency, expiresAt, familyCode, returnUrl }) {
      const { json } = await call('/v1/invoices', {
        headers: { authorization },
        body: {
          amount: inCoins(amount, currency),
          currency,
          description: `Fees ${familyCode}`,
          success_url: returnUrl,
          back_url: returnUrl,
          expired_at: expiresAt,
          metadata: { intent: id },
        },
      })
      const { id: gatewayId, url } = json as { id?: unknown; url?: unknown }
      if (typeof gatewayId !== 'string' || typeof url !== 'string' || !/^https?:\/\//.test(url))
        throw new GatewayAway('it answered no invoice')
      return { gatewayId, url, code: null }
    },

    verify(rawBody) {
      const { secret_token: token, data } = jsonObject(rawBody.toString('utf8'))
      if (typeof token !== 'string' || !timingSafeEqual(hashed(token), hashed(keys['webhookToken']!))) return null
      const { invoice_id: invoice } = (data ?? {}) as Payment
      return typeof invoice === 'string' && /^[\w-]{1,100}$/.test(invoice) ? { read: invoice } : { events: [] }
    },

    async read(gatewayId) {
      const { status, json } = await call(`/v1/invoices/${encodeURIComponent(gatewayId)}`, asked)
      if (status === 404) return []
      const { payments } = json as { payments?: unknown }
      return (Array.isArray(payments) ? payments : []).flatMap((payment: Payment) => eventsOf(gatewayId, payment))
    },

    async refund(transactionId, amount, currency) {
      await call(`/v1/payments/${encodeURIComponent(transactionId)}/refund`, {
        headers: { authorization },
        body: { amount: inCoins(amount, currency) },
      })
    },
  }
}

/** Texts of any length, so that comparing them takes the same time. */
const hashed = (text: string) => createHash('sha256').update(text).digest()

const paid = ['paid', 'captured', 'refunded']
const declined = ['failed', 'voided', 'canceled']

function outcomeOf(status: string): GatewayEvent['outcome'] {
  if (paid.includes(status)) return 'paid'
  return declined.includes(status) ? 'declined' : 'pending'
}

/** The payment of an invoice, and what was paid back of it in all. */
function eventsOf(invoice: string, payment: Payment): GatewayEvent[] {
  const { id, status, amount, currency, refunded, source } = payment
  const money = typeof currency === 'string' ? fromCoins(amount, currency) : null
  if (typeof id !== 'string' || typeof status !== 'string' || money === null) return []
  const { company, number } = (source ?? {}) as Payment
  const event: GatewayEvent = {
    kind: 'payment',
    outcome: outcomeOf(status),
    gatewayOrder: invoice,
    transactionId: id,
    amount: money,
    currency: currency as string,
    merchant: null,
    isTotal: false,
    body: { id, status, amount, currency, refunded, company, number: plainText(number).slice(-4) },
  }
  const back = fromCoins(refunded, event.currency)
  if (event.outcome !== 'paid' || back === null || Number(back) === 0) return [event]
  return [event, { ...event, kind: 'refund', transactionId: `${id} back ${back}`, amount: back, isTotal: true }]
}
