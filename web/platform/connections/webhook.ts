import type { OutputOf } from '#contract/language/operation.ts'
import type { webhooks } from '#contract/platform/connections/webhooks.ts'

export type Webhook = OutputOf<typeof webhooks.list>[number]
