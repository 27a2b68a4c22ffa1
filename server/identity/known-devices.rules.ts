import { hashOf } from '#server/access/authorise.ts'
import type { Http } from '#server/call/http.ts'
import type { Db } from '#server/db/db.ts'
import { deleteKnownDevices, isKnownDevice, rememberDevice } from './known-devices.queries.ts'
import { newSecret } from './secret.ts'

/** Makes the device that calls one that the account knows; whether it is new. Its mark is a cookie that scripts cannot read. */
export async function trustDevice(db: Db, personId: string, http: Http) {
  const known = http.device !== null && (await isKnownDevice(db, personId, hashOf(http.device)))
  return keepKnownDevice(db, personId, http, known)
}

/** The same of a device that is known to be known, or not. */
export async function keepKnownDevice(db: Db, personId: string, http: Http, known: boolean) {
  const device = known ? http.device! : newSecret()
  await rememberDevice(db, personId, hashOf(device))
  http.setDevice(device)
  return !known
}

/** Forgets one device of a person, or all but one; without a device named, all. */
export const forgetDevices = (db: Db, personId: string, which: { only: string | null } | { except: string | null }) =>
  deleteKnownDevices(
    db,
    personId,
    'only' in which ? { only: hashOf(which.only ?? '') } : { except: hashOf(which.except ?? '') },
  )
