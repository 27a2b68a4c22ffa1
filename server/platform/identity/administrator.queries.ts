import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

export async function idByPhone(db: Db, phone: string): Promise<string | null> {
  const found = await db.selectFrom('users').select('id').where('phoneNumber', '=', phone).executeTakeFirst()
  return found?.id ?? null
}

/** False if somebody already has the phone number. */
export async function insertPerson(
  db: Db,
  { id, phone, hash }: { id: string; phone: string; hash: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into users (id, phone_number, password_hash) values (${id}, ${phone}, ${hash})
    on conflict on constraint users_phone_taken do nothing`.execute(db)
  return numAffectedRows === 1n
}

/** False if the person already has the role. */
export async function giveAppRole(db: Db, personId: string, roleId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into user_roles (user_id, role_id) values (${personId}, ${roleId}) on conflict do nothing`.execute(db)
  return numAffectedRows === 1n
}

/**
 * Ends the sessions of a person, or of everybody (`null`). Also removes their devices that get notices (even of sessions that have already
 * expired) and forgets known devices. Returns the number of sessions.
 */
export async function dropSessions(db: Db, personId: string | null): Promise<number> {
  const isTheirs = (column: string) => sql`${personId}::uuid is null or ${sql.ref(column)} = ${personId}`
  const ended = await sql`delete from sessions where ${isTheirs('user_id')}`.execute(db)
  await sql`delete from push_subscriptions where ${isTheirs('person_id')}`.execute(db)
  await sql`delete from known_devices where ${isTheirs('user_id')}`.execute(db)
  return Number(ended.numAffectedRows ?? 0)
}

export const insertAuditLine = (db: Db, operation: string, personId: string | null) =>
  sql`
    insert into audit_lines (operation, outcome, target_kind, target_id)
    values (${operation}, 'done', 'person', ${personId})`.execute(db)

/** Puts the account in doubt and ends its sessions and devices. */
export const reportLost = (db: Db, personId: string) =>
  sql`select doubt_number_of(${personId}, now(), null)`.execute(db)
