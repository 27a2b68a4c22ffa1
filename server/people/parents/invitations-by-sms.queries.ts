import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { lockName } from '#server/db/named-lock.ts'

/** A number gets only one invitation from a school in this time; the messages of a school are counted in it too. */
const day = sql`interval '1 day'`

/** Whether an invitation `i` of school `s` may be sent by SMS now, without counting the messages that the school has sent. */
export const maySendSms = (possible: boolean): RawBuilder<boolean> => sql<boolean>`
  ${possible} and s.sms_invitations and school_sends_to(s.id, i.e164) and not exists (
    select from parent_invitations sent
    where sent.school_id = i.school_id and sent.phone_number = i.phone_number and sent.sms_at > now() - ${day})`

export type SmsOfInvitation = { isOn: boolean; isReached: boolean; isRecent: boolean; sentToday: number }

/**
 * The facts that decide whether an open invitation may be sent by SMS; undefined if there is none. Serialises the messages of a
 * school, so that two calls at once cannot exceed the limit.
 */
export async function smsOfInvitation(db: Db, schoolId: string, studentId: string, id: string) {
  await lockName(db, `invitations by SMS ${schoolId}`)
  const { rows } = await sql<SmsOfInvitation>`
    select s.sms_invitations as is_on, school_sends_to(s.id, i.e164) as is_reached,
      exists (select from parent_invitations sent
        where sent.school_id = ${schoolId} and sent.phone_number = i.phone_number
        and sent.sms_at > now() - ${day}) as is_recent,
      (select count(*)::integer from parent_invitations sent
        where sent.school_id = ${schoolId} and sent.sms_at > now() - ${day}) as sent_today
    from parent_invitations i join schools s on s.id = i.school_id
    where i.school_id = ${schoolId} and i.student_id = ${studentId} and i.id = ${id}
      and i.accepted_at is null and i.removed_at is null`.execute(db)
  return rows[0]
}

export const noteSms = (db: Db, schoolId: string, id: string) =>
  sql`update parent_invitations set sms_at = now() where school_id = ${schoolId} and id = ${id}`.execute(db)
