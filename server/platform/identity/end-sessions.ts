import { CannotStart } from '#server/base/cannot-start.ts'
import type { Db } from '#server/db/db.ts'
import { dropSessions, idByPhone, insertAuditLine } from './administrator.queries.ts'

/**
 * Ends the sessions of a person, or of everybody (`null`), as after a theft. Also removes the devices that get notices and forgets known
 * devices. Returns the number of sessions. The connection is the owner's. Throws CannotStart if nobody has the phone number.
 */
export async function endSessions(db: Db, phone: string | null): Promise<number> {
  const id = phone === null ? null : await idByPhone(db, phone)
  if (phone !== null && id === null) throw new CannotStart(`There is no account with the phone number ${phone}.`)
  return db.transaction().execute(async (tx) => {
    const ended = await dropSessions(tx, id)
    await insertAuditLine(tx, 'operator ends sessions', id)
    return ended
  })
}
