import { unauthenticated } from '#server/base/errors.ts'
import type { Db } from '#server/db/db.ts'
import { lockName } from '#server/db/named-lock.ts'
import { endSessionsOf, hasSession } from './sessions.queries.ts'

type SignedIn = { id: string; sessionId: string }

/** If two devices of a person end each other, the first wins: a session that has been ended meanwhile cannot end others. */
export async function mustStillBeSignedIn(db: Db, { id, sessionId }: SignedIn) {
  await lockName(db, `sessions ${id}`)
  if (!(await hasSession(db, id, sessionId))) throw unauthenticated()
}

/** Ends all sessions of a person except the calling one; returns how many. */
export async function endOtherSessionsOf(db: Db, user: SignedIn) {
  await mustStillBeSignedIn(db, user)
  return endSessionsOf(db, user.id, user.sessionId)
}
