import type pg from 'pg'
import { CannotStart } from '#server/base/cannot-start.ts'
import { dropSessions, idByPhone, insertAuditLine } from './administrator.queries.ts'

/**
 * Ends the sessions of a person, or of everybody (`null`), as after a theft. Also removes the devices that get notices and forgets known
 * devices. Returns the number of sessions. The client is the owner's. Throws CannotStart if nobody has the phone number.
 */
export async function endSessions(client: pg.ClientBase, phone: string | null): Promise<number> {
  const id = phone === null ? null : await idByPhone(client, phone)
  if (phone !== null && id === null) throw new CannotStart(`There is no account with the phone number ${phone}.`)
  await client.query('begin')
  const ended = await dropSessions(client, id)
  await insertAuditLine(client, 'operator ends sessions', id)
  await client.query('commit')
  return ended
}
