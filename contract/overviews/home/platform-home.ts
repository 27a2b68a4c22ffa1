import * as z from 'zod/mini'
import { platform } from '#contract/language/access.ts'
import { operation } from '#contract/language/operation.ts'
import { PaymentRequest } from '#contract/platform/payments/payment-shapes.ts'

/** The start of a day at the platform: counts of schools, without anything about their classes or students. */
export const PlatformHome = z.object({
  asOf: z.string(),
  /** Null for people who may not see payment requests. The longest-waiting one is first. */
  payments: z.nullable(z.object({ count: z.number(), requests: z.array(PaymentRequest) })),
  /** What was credited since the first day of the month; null for people who may not see payments. */
  month: z.nullable(z.object({ since: z.string(), amount: z.number(), payments: z.number(), coins: z.number() })),
  /** Schools that nobody has opened yet, the longest-waiting one first. */
  newSchools: z.object({
    count: z.number(),
    schools: z.array(z.object({ id: z.string(), name: z.string(), adminName: z.string(), createDate: z.string() })),
  }),
  /** How many registers each open school has taken in the last seven days, the most active first. */
  activity: z.object({
    since: z.string(),
    count: z.number(),
    schools: z.array(z.object({ id: z.string(), name: z.string(), registers: z.number() })),
  }),
})

export const platformHome = {
  /** Further operation (api.md §16): everything that the home of the platform's staff shows, in one answer. */
  get: operation({
    path: 'Home/GetPlatformHome',
    access: platform('ViewSchoolActionList', 'platform'),
    input: z.strictObject({}),
    output: PlatformHome,
  }),
}
