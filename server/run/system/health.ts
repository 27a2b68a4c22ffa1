import type { FastifyInstance } from 'fastify'
import { statfs } from 'node:fs/promises'
import { system } from '#contract/run/system/system.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Db } from '#server/db/db.ts'
import { checksOf } from './health.queries.ts'
import { statusPage } from './status-page.ts'

type Figures = {
  /** Where the database keeps its data, when that is on this machine. */
  dataDir?: string | null
  stop?: { requested: boolean }
  /** The backups of the database, if there are any. */
  backups?: { newest: () => Date | null } | null
  clock: Clock
}

/** Whether the process runs, and whether it can serve. Reveals no host, version or secret. No other code may use `db`. */
export function health(
  app: FastifyInstance,
  db: Db,
  { dataDir = null, stop = { requested: false }, backups, clock }: Figures,
) {
  // Checks that arrive together share one answer, because there is only one connection.
  let looking: Promise<Record<string, boolean>> | null = null
  const look = () =>
    (looking ??= checksOf(db)
      .catch(() => ({ database: false }))
      .finally(() => {
        looking = null
      }))
  app.addHook('preClose', async () => {
    stop.requested = true
  })
  // A proxy that keeps connections open would send the next call into one that is being closed.
  app.addHook('onSend', async (_, reply) => {
    if (stop.requested) reply.header('connection', 'close')
  })
  app.addHook('onClose', () => db.destroy())

  app.get(`/${system.live.path}`, () => ({ status: 'ok' }))

  app.get(`/${system.ready.path}`, async (_, reply) => {
    const [checks, freeMegabytes] = await Promise.all([look(), dataDir === null ? null : freeIn(dataDir)])
    const ready = !stop.requested && Object.values(checks).every(Boolean)
    const backupMinutes = minutesSince(backups?.newest() ?? null, clock)
    const status = ready ? 'ready' : 'not ready'
    return reply.code(ready ? 200 : 503).send({ status, checks, freeMegabytes, backupMinutes })
  })

  const state = async () => {
    if (stop.requested) return 'stopping'
    return (await look()).database ? 'works' : 'away'
  }
  statusPage(app, state, clock)
}

const minutesSince = (moment: Date | null, clock: Clock) =>
  moment && Math.max(0, Math.floor((clock.now().getTime() - moment.getTime()) / 60_000))

/** Free space for accounts other than root, in megabytes; null where it cannot be read. */
export const freeIn = (folder: string) =>
  statfs(folder).then(
    ({ bavail, bsize }) => Math.floor((bavail * bsize) / 2 ** 20),
    () => null,
  )
