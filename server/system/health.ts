import type { FastifyInstance } from 'fastify'
import { system } from '#contract/system/system.ts'
import type { Db } from '#server/db/db.ts'
import { checksOf } from './health.queries.ts'

/** Whether the process runs, and whether it can serve. Reveals no host, version or secret. */
export function health(app: FastifyInstance, db: Db) {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })

  app.get(`/${system.live.path}`, () => ({ status: 'ok' }))

  app.get(`/${system.ready.path}`, async (_, reply) => {
    const checks = await checksOf(db).catch(() => ({ database: false }))
    const ready = !stopping && Object.values(checks).every(Boolean)
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks })
  })
}
