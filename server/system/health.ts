import type { FastifyInstance } from 'fastify'
import { system } from '#contract/system/system.ts'
import type { Db } from '#server/db/db.ts'
import { checksOf } from './health.queries.ts'

/** Whether the process runs, and whether it can serve. Reveals no host, version or secret. `db` is for this alone. */
export function health(app: FastifyInstance, db: Db) {
  let stopping = false
  // Many that ask at once share one answer: there is one connection.
  let looking: Promise<Record<string, boolean>> | null = null
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.addHook('onClose', () => db.destroy())

  app.get(`/${system.live.path}`, () => ({ status: 'ok' }))

  app.get(`/${system.ready.path}`, async (_, reply) => {
    looking ??= checksOf(db)
      .catch(() => ({ database: false }))
      .finally(() => {
        looking = null
      })
    const checks = await looking
    const ready = !stopping && Object.values(checks).every(Boolean)
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks })
  })
}
