import type pg from 'pg'

/** The number of an invitation and its school; undefined if the invitation is no longer open or the school sends none. */
export async function invitationToSend(
  client: pg.ClientBase,
  invitationId: string,
): Promise<{ phoneNumber: string; schoolName: string } | undefined> {
  const { rows } = await client.query(
    `select i.phone_number as "phoneNumber", s.name as "schoolName"
     from parent_invitations i join schools s on s.id = i.school_id and s.active and s.sms_invitations
     where i.id = $1 and i.accepted_at is null and i.removed_at is null`,
    [invitationId],
  )
  return rows[0]
}
