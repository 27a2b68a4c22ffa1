import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** Creates a person's preferences with the defaults of the table, if they have none. */
export const havePreferences = (db: Db, personId: string) =>
  sql`insert into notice_preferences (id) values (${personId}) on conflict do nothing`.execute(db)

/** A person's preferences; undefined if they have not chosen anything yet. */
export const preferencesOf = (db: Db, personId: string) =>
  db.selectFrom('noticePreferences').where('id', '=', personId).selectAll().executeTakeFirst()

/** Whether an active school of the person, or of one of their children, sends notices by SMS. */
export async function receivesSms(db: Db, personId: string): Promise<boolean> {
  const { rows } = await sql<{ notified: boolean }>`
    select exists (
      select from (
        select m.school_id from school_members m where m.person_id = ${personId}
        union all
        select p.school_id from parent_links p where p.parent_id = ${personId} and p.is_notified
      ) own join schools s on s.id = own.school_id and s.active and s.sms_notices) as notified`.execute(db)
  return rows[0]!.notified
}

export const smsOfSchool = (db: Db, schoolId: string) =>
  db
    .selectFrom('schools')
    .where('id', '=', schoolId)
    .select(['smsNotices as sms', 'smsInvitations'])
    .executeTakeFirstOrThrow()

/** Absent fields stay unchanged. */
export async function setSmsOfSchool(db: Db, schoolId: string, to: { sms?: boolean; smsInvitations?: boolean }) {
  const changed = {
    ...(to.sms !== undefined && { smsNotices: to.sms }),
    ...(to.smsInvitations !== undefined && { smsInvitations: to.smsInvitations }),
  }
  if (Object.keys(changed).length === 0) return
  await db.updateTable('schools').set(changed).where('id', '=', schoolId).execute()
}
