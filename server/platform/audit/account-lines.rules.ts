import type { accountEvents } from '#contract/platform/identity/users.ts'
import { insertLines } from '#server/access/audit.queries.ts'
import type { Http } from '#server/call/http.ts'
import type { Db } from '#server/db/db.ts'
import { insertOrigin } from './account-lines.queries.ts'
import { deviceOf } from '#server/access/devices.rules.ts'

export type AccountEvent = (typeof accountEvents)[number]

type Happened = {
  event: AccountEvent | readonly AccountEvent[]
  accountId: string | null
  actorId: string | null
  operation: { path: string }
}

/** Records what happened with an account, and from which device and address, in the same transaction. */
export async function recordAccount(
  db: Db,
  http: Pick<Http, 'requestId' | 'address' | 'userAgent'>,
  { event, accountId, actorId, operation }: Happened,
) {
  const { requestId, address } = http
  const device = deviceOf(http.userAgent)
  const events = typeof event === 'string' ? [event] : event
  await insertLines(
    db,
    events.map((one) => ({
      personId: actorId,
      operation: operation.path,
      outcome: one === 'failed' ? 'failed' : 'done',
      schoolId: null,
      targetKind: 'account',
      targetId: accountId,
      requestId,
      detail: { event: one, device },
    })),
    { isAwaited: false },
  )
  await insertOrigin(db, { accountId, requestId, address })
}

/** Records what a refusal must not roll back, on connections outside the call. */
export type AccountRecorder = (http: Http, happened: Happened) => Promise<void>

export const accountRecorder =
  (counters: Db): AccountRecorder =>
  (http, happened) =>
    counters.transaction().execute((db) => recordAccount(db, http, happened))
