import type pg from 'pg'

export const idByPhone = async (client: pg.ClientBase, phone: string): Promise<string | null> =>
  (await client.query('select id from users where phone_number = $1', [phone])).rows[0]?.id ?? null

/** False if somebody already has the phone number. */
export const insertPerson = async (
  client: pg.ClientBase,
  { id, phone, hash }: { id: string; phone: string; hash: string },
): Promise<boolean> =>
  (
    await client.query(
      `insert into users (id, phone_number, password_hash) values ($1, $2, $3)
       on conflict on constraint users_phone_taken do nothing`,
      [id, phone, hash],
    )
  ).rowCount === 1

/** False if the person already has the role. */
export const giveAppRole = async (client: pg.ClientBase, personId: string, roleId: string): Promise<boolean> =>
  (
    await client.query('insert into user_roles (user_id, role_id) values ($1, $2) on conflict do nothing', [
      personId,
      roleId,
    ])
  ).rowCount === 1

/**
 * Ends the sessions of a person, or of everybody (`null`). Also removes their devices that get notices (even of sessions that have already
 * expired) and forgets known devices. Returns the number of sessions.
 */
export async function dropSessions(client: pg.ClientBase, personId: string | null): Promise<number> {
  const ended = await client.query('delete from sessions where $1::uuid is null or user_id = $1', [personId])
  await client.query('delete from push_subscriptions where $1::uuid is null or person_id = $1', [personId])
  await client.query('delete from known_devices where $1::uuid is null or user_id = $1', [personId])
  return ended.rowCount ?? 0
}

export const insertAuditLine = (client: pg.ClientBase, operation: string, personId: string | null) =>
  client.query(
    `insert into audit_lines (operation, outcome, target_kind, target_id) values ($1, 'done', 'person', $2)`,
    [operation, personId],
  )

/** Puts the account in doubt and ends its sessions and devices. */
export const reportLost = (client: pg.ClientBase, personId: string) =>
  client.query('select doubt_number_of($1, now(), null)', [personId])
