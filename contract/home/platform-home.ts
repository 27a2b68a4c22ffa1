import * as z from 'zod/mini'
import { platform } from '#contract/language/access.ts'
import { operation } from '#contract/language/operation.ts'
import { PaymentRequest } from '#contract/payments/payment-shapes.ts'

/** What a day at the platform begins with: counts of schools, and nothing of their classes or students. */
export const PlatformHome = z.object({
  asOf: z.string(),
  /** Null for people who may not see payment requests. The one that waits longest is first. */
  payments: z.nullable(z.object({ count: z.number(), requests: z.array(PaymentRequest) })),
  /** What was credited since the first of the month; null for people who may not see payments. */
  month: z.nullable(z.object({ since: z.string(), amount: z.number(), payments: z.number(), coins: z.number() })),
  /** Schools that nobody opened yet, the one that waits longest first. */
  newSchools: z.object({
    count: z.number(),
    schools: z.array(z.object({ id: z.string(), name: z.string(), adminName: z.string(), createDate: z.string() })),
  }),
  /** Registers taken in the last seven days by each open school, the busiest first. */
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
