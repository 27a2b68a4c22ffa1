import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { BaseVersion, Bool, Id, OneOf, optional, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Intent } from './shapes.ts'

/** The keys that each gateway gives a merchant, in the order in which its pages show them. */
export const keysOf = {
  paymob: ['secretKey', 'publicKey', 'hmacSecret', 'apiKey', 'integrations', 'kioskIntegration'],
  moyasar: ['secretKey', 'webhookToken'],
} as const

/** Those without which nothing works. Without `kioskIntegration` there are no codes. */
export const keysNeeded = {
  paymob: ['secretKey', 'publicKey', 'hmacSecret', 'apiKey', 'integrations'],
  moyasar: ['secretKey', 'webhookToken'],
} as const

export const gateways = ['paymob', 'moyasar'] as const
export type GatewayName = (typeof gateways)[number]

const Key = optional(Text(4, 400))

/** What is left out of the keys stays as it is. They are never answered. */
const Keys = z.strictObject({
  secretKey: Key,
  publicKey: Key,
  hmacSecret: Key,
  apiKey: Key,
  integrations: Key,
  kioskIntegration: Key,
  webhookToken: Key,
})

const Account = z.object({
  gateway: z.enum(gateways),
  host: z.string(),
  active: z.boolean(),
  /** The last four characters of each key that is stored. */
  keys: z.array(z.object({ keyName: z.string(), last4: z.string() })),
  codes: z.boolean(),
  /** Where the gateway sends its callbacks. */
  callbackUrl: z.string(),
  lastCallbackAt: z.nullable(z.string()),
  lastRefusedAt: z.nullable(z.string()),
  version: z.number(),
})

const OnlineSettings = z.object({
  /** The hosts to which the operator lets the server send keys. */
  hosts: z.array(z.string()),
  accounts: z.array(Account),
  /** Whether the caller has to enter the code of their authenticator to change keys. */
  codeNeeded: z.boolean(),
})

const manages = staff('ManageFees', { school: 'schoolId' }, 'wholeSchool')

/** Further operations (api.md §16): the school's own account at a gateway. */
export const gatewayAccounts = {
  get: operation({
    path: 'FeeOnline/GetAccounts',
    access: manages,
    input: z.strictObject({ schoolId: Id }),
    output: OnlineSettings,
  }),

  /** Keys that are sent replace the stored ones. Switching one account on switches the other off. */
  save: operation({
    path: 'FeeOnline/SaveAccount',
    access: manages,
    input: z.strictObject({
      schoolId: Id,
      gateway: OneOf(gateways),
      host: Text(3, 100),
      active: Bool,
      keys: Keys,
      otpCode: optional(Text(4, 12)),
      baseVersion: BaseVersion,
    }),
    output: OnlineSettings,
    writes: true,
    secret: true,
  }),

  /** A payment of 1.00 that belongs to no family. */
  test: operation({
    path: 'FeeOnline/TestAccount',
    access: manages,
    input: z.strictObject({ schoolId: Id }),
    output: Intent,
    writes: true,
    secret: true,
    lasts: 30_000,
  }),
}
