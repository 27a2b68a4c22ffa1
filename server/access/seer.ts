import type { Db } from '#server/db/db.ts'
import { identify } from './authorise.ts'

/**
 * The person a picture or file is for; null for visitors. By a session that still needs its second proof nothing private is shown,
 * but its secret is no guess: `identified` counts it as live.
 */
export async function seerOf(db: Db, secret: string | null, now: Date, identified: (isLive: boolean) => Promise<void>) {
  const caller = await identify(db, secret, now, { unproved: 'served' })
  await identified(caller !== null)
  return caller?.proofDue ? null : caller
}
