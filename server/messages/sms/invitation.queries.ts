import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** The number of an invitation and its school; undefined if the invitation is no longer open or the school sends none. */
export async function invitationToSend(
  db: Db,
  invitationId: string,
): Promise<{ phoneNumber: string; schoolName: string } | undefined> {
  const { rows } = await sql<{ phoneNumber: string; schoolName: string }>`
    select i.phone_number, s.name as school_name
    from parent_invitations i join schools s on s.id = i.school_id and s.active and s.sms_invitations
    where i.id = ${invitationId} and school_sends_to(s.id, i.e164) and i.accepted_at is null and i.removed_at is null`.execute(
    db,
  )
  return rows[0]
}
