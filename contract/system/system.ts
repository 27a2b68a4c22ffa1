import * as z from 'zod/mini'
import { anyone } from '#contract/language/access.ts'
import { operation } from '#contract/language/operation.ts'

const asked = { method: 'GET', access: anyone('none'), input: z.strictObject({}) } as const

/** For monitoring: whether the process runs, whether it can serve, and what it serves (api.md §12, system). */
export const system = {
  live: operation({ ...asked, path: 'health/live', output: z.object({ status: z.string() }) }),

  ready: operation({
    ...asked,
    path: 'health/ready',
    output: z.object({ status: z.string(), checks: z.record(z.string(), z.boolean()) }),
  }),

  openapi: operation({ ...asked, path: 'openapi.json', output: z.record(z.string(), z.unknown()) }),
}
