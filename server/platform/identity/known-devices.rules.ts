import { hashOf } from '#server/access/authorise.ts'
import type { Http } from '#server/call/http.ts'
import type { Db } from '#server/db/db.ts'
import { deleteKnownDevices, isKnownDevice, rememberDevice } from './known-devices.queries.ts'
import { newSecret } from './secret.ts'

/**
 * Makes the calling device a known device of the account; returns whether it is new. The device is recognised by a cookie that scripts
 * cannot read.
 */
export async function trustDevice(db: Db, personId: string, http: Http) {
  const known = http.device !== null && (await isKnownDevice(db, personId, hashOf(http.device)))
  return keepKnownDevice(db, personId, http, known)
}

/** Like `trustDevice`, when the caller already knows whether the device is known. */
export async function keepKnownDevice(db: Db, personId: string, http: Http, known: boolean) {
  const device = known ? http.device! : newSecret()
  await rememberDevice(db, personId, hashOf(device))
  http.setDevice(device)
  return !known
}

/** Forgets one device of a person, or all except one. Without a named device, all are forgotten. */
export const forgetDevices = (db: Db, personId: string, which: { only: string | null } | { except: string | null }) =>
  deleteKnownDevices(
    db,
    personId,
    'only' in which ? { only: hashOf(which.only ?? '') } : { except: hashOf(which.except ?? '') },
  )
