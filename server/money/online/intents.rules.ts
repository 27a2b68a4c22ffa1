import { amountText, exact } from '#contract/money/fees/amounts.ts'
import type { Intent } from '#contract/money/online/shapes.ts'
import type * as z from 'zod/mini'
import { conflict } from '#server/base/errors.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { Db } from '#server/db/db.ts'
import { printedReceipt } from '#server/money/fees/taking.rules.ts'
import type { AccountRow } from './accounts.queries.ts'
import { gatewayOf } from './accounts.rules.ts'
import { GatewayAway } from './gateways/away.ts'
import type { Begun } from './gateways/gateway.ts'
import type { Gateways } from './gateways/gateways.ts'
import { insertIntent, type IntentRow, payerOf, receiptOfIntent } from './intents.queries.ts'

/** How long (s) an intent can be paid: the gateway is asked last in the third night. */
const lasts = 3 * 24 * 3600

export type PaysOnline = {
  gateways: Gateways
  secrets: Secrets
  /** Our own address, to which browsers come back and gateways call. */
  origin: string
}

/** An intent as it is shown; its page only to the answer of its beginning. */
export async function shownIntent(db: Db, row: IntentRow, url: string | null = null): Promise<z.output<typeof Intent>> {
  const receipt = row.receiptId ? await receiptOfIntent(db, row.schoolId, row.receiptId) : undefined
  return {
    id: row.id,
    schoolId: row.schoolId,
    amount: amountText(exact(row.amount), row.decimals),
    currency: row.currency,
    intentState: row.state,
    url,
    code: row.code,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    receipt: receipt ? printedReceipt(receipt) : null,
  }
}

export type SettingOut = {
  id: string
  account: AccountRow
  amount: string
  currency: string
  by: 'page' | 'code'
  familyCode: string
  returnPath: string
  payer: Awaited<ReturnType<typeof payerOf>>
  now: Date
}

const expiryOf = (now: Date) => new Date(+now + lasts * 1000)

/** Asks the gateway for a page or a code. It runs outside every transaction. */
export async function begunAt({ gateways, secrets, origin }: PaysOnline, of: SettingOut): Promise<Begun> {
  try {
    return await gatewayOf(gateways, secrets, of.account).begin({
      id: of.id,
      amount: of.amount,
      currency: of.currency,
      by: of.by,
      lasts,
      expiresAt: expiryOf(of.now).toISOString(),
      familyCode: of.familyCode,
      payer: { firstName: of.payer.firstName, lastName: of.payer.lastName, phone: of.payer.phoneNumber },
      returnUrl: `${origin}${of.returnPath}`,
      callbackUrl: callbackUrl(origin, of.account.id),
    })
  } catch (problem) {
    if (!(problem instanceof GatewayAway)) throw problem
    if (problem.status === 400 || problem.status === 422)
      throw conflict('The payment service refuses this amount; pay more parts at once, or at the school')
    throw conflict('The payment service does not answer, and nothing was paid; please try again later')
  }
}

export const callbackUrl = (origin: string, accountId: string) => `${origin}/gateways/${accountId}`

type Storing = SettingOut & {
  familyId: string | null
  payerId: string
  dues: readonly { id: string; share: string }[]
  begun: Begun
}

/** Stores what the payer set out to pay, with the number of the gateway, before they leave. */
export const storeIntent = (db: Db, { id, account, amount, currency, familyId, payerId, dues, begun, now }: Storing) =>
  insertIntent(db, {
    schoolId: account.schoolId,
    id,
    accountId: account.id,
    familyId,
    payerId,
    dues,
    amount,
    currency,
    gatewayOrder: begun.gatewayId,
    byCode: begun.code,
    createdAt: now,
    expiresAt: expiryOf(now),
  })
