import type { Clock } from '#server/base/clock.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { openDb } from '#server/db/db.ts'
import { signerOf } from '#server/db/signing.ts'
import { readGateways } from '#server/money/online/reading.ts'
import { type Repeated, repeated } from '#server/processes/repeated.ts'
import type { Database } from './database.ts'
import { onlineOf } from './provided.ts'
import type { Settings } from './settings.ts'

type Parts = Pick<Settings, 'paymentHosts' | 'origins'> & {
  secrets: Secrets
  clock: Clock
  failed: (problem: unknown) => void
  alarm: (what: string) => void
}

/** Asks gateways every minute about payments of which they said nothing, and sends refunds. Several processes may do this at once. */
export function keepReadingGateways(
  { owner, connection }: Pick<Database, 'owner' | 'connection'>,
  { secrets, clock, failed, alarm, ...settings }: Parts,
  every = 60_000,
): Repeated {
  const db = openDb(connection, { max: 1, prepares: false, sign: signerOf(secrets) })
  const parts = { owner, db, clock, online: onlineOf(settings, secrets), alarm }
  const reading = repeated(() => readGateways(parts).catch(failed), { first: every, every })
  return {
    async stop() {
      await reading.stop()
      await db.destroy()
    },
  }
}
