import type { FastifyInstance } from 'fastify'
import type { Db } from '#server/db/db.ts'
import { checksOf } from './health.queries.ts'

/** Says whether the process runs, and whether it can serve. Names no host, version or secret. */
export function health(app: FastifyInstance, db: Db) {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })

  app.get('/health/live', () => ({ status: 'ok' }))

  app.get('/health/ready', async (_, reply) => {
    const checks = await checksOf(db).catch(() => ({ database: false }))
    const ready = !stopping && Object.values(checks).every(Boolean)
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks })
  })
}
