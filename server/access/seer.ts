import type { Db } from '#server/db/db.ts'
import { markSession } from './authorise.queries.ts'
import { hashOf, identify } from './authorise.ts'

/**
 * The person for whom a picture or file is read; null for visitors. A session that still needs its second proof gets nothing
 * private. Its secret is still valid and no guess, so `identified` counts it as live.
 */
export async function seerOf(db: Db, secret: string | null, now: Date, identified: (isLive: boolean) => Promise<void>) {
  const caller = await identify(db, secret, now, 'served')
  await identified(caller !== null)
  if (caller?.isUnmarked) await markSession(db, caller.sessionId, hashOf(secret!))
  return caller?.proofDue ? null : caller
}
