import type pg from 'pg'
import { CannotStart } from '#server/start/cannot-start.ts'
import { dropSessions, idByPhone, insertAuditLine } from './administrator.queries.ts'

/**
 * Ends the sessions of a person, or of everybody (`null`), and of devices that get notices, and forgets their known devices, as after a theft; answers how
 * many sessions there were. The client is the owner's. Throws CannotStart when nobody has the number.
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
