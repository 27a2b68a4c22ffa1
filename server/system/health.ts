import type { FastifyInstance } from 'fastify'
import { statfs } from 'node:fs/promises'
import { system } from '#contract/system/system.ts'
import type { Db } from '#server/db/db.ts'
import { checksOf } from './health.queries.ts'

/**
 * Whether the process runs, and whether it can serve. Reveals no host, version or secret. `db` is for this alone;
 * `dataDir` is where the database keeps its data, when that is on this machine.
 */
export function health(app: FastifyInstance, db: Db, dataDir: string | null) {
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
    const [checks, freeMegabytes] = await Promise.all([looking, dataDir === null ? null : freeIn(dataDir)])
    const ready = !stopping && Object.values(checks).every(Boolean)
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks, freeMegabytes })
  })
}

/** What is left there for whoever is not root; null where that cannot be read. */
const freeIn = (folder: string) =>
  statfs(folder).then(
    ({ bavail, bsize }) => Math.floor((bavail * bsize) / 2 ** 20),
    () => null,
  )
