import * as z from 'zod/mini'
import { anyone } from '#contract/language/access.ts'
import { operation } from '#contract/language/operation.ts'

const get = { method: 'GET', access: anyone('none'), input: z.strictObject({}) } as const

/** For monitoring: whether the process runs, whether it can serve, and which version it serves (api.md §12, system). */
export const system = {
  live: operation({ ...get, path: 'health/live', output: z.object({ status: z.string() }) }),

  ready: operation({
    ...get,
    path: 'health/ready',
    output: z.object({
      status: z.string(),
      checks: z.record(z.string(), z.boolean()),
      freeMegabytes: z.nullable(z.int()),
      backupMinutes: z.nullable(z.int()),
    }),
  }),

  openapi: operation({ ...get, path: 'openapi.json', output: z.record(z.string(), z.unknown()) }),
}
