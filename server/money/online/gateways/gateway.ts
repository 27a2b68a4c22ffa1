import type { GatewayName } from '#contract/money/online/accounts.ts'

/** What is to be paid. Amounts are texts in the currency; `returnUrl`: where the browser comes back, which proves nothing. */
export type Beginning = {
  id: string
  amount: string
  currency: string
  by: 'page' | 'code'
  /** Until when it can be paid, and the seconds until then. */
  expiresAt: string
  lasts: number
  familyCode: string
  payer: { firstName: string; lastName: string; phone: string }
  returnUrl: string
  callbackUrl: string
}

/** `gatewayId`: the number by which the gateway will speak of it. */
export type Begun = { gatewayId: string; url: string | null; code: string | null }

/**
 * What a gateway says of money. `amount`: in the currency, with three decimals. `merchant`: whose account it says it is. `isTotal`: of a refund, the
 * amount is everything that was paid back of `parent` so far.
 */
export type GatewayEvent = {
  kind: 'payment' | 'refund'
  outcome: 'paid' | 'declined' | 'pending'
  gatewayOrder: string
  transactionId: string
  amount: string
  currency: string
  merchant: string | null
  isTotal: boolean
  body: Record<string, unknown>
}

/** What a callback said: its events, or the number to read back because its word alone is not signed. */
export type GatewayWord = { events: GatewayEvent[] } | { read: string }

/** One gateway with the keys of one school. Everything that goes out may throw GatewayAway. */
export type PaymentGateway = {
  begin: (what: Beginning) => Promise<Begun>
  /** Null: the signature is not of this account. */
  verify: (rawBody: Buffer, query: Record<string, string>, headers: Record<string, string>) => GatewayWord | null
  /** What the gateway knows of an order. */
  read: (gatewayId: string) => Promise<GatewayEvent[]>
  refund: (transactionId: string, amount: string, currency: string) => Promise<void>
}

export type GatewayKeys = Partial<Record<string, string>>

/** A call to the host of an account; nothing else is ever called. */
export type CallGateway = (
  path: string,
  sent: { method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: unknown },
) => Promise<{ status: number; json: unknown }>

export type MakeGateway = (keys: GatewayKeys, call: CallGateway, origin: string) => PaymentGateway

export type OfAccount = { gateway: GatewayName; host: string; keys: GatewayKeys }
