import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** Creates a person's preferences with the defaults of the table, for as long as they have chosen nothing. */
export const havePreferences = (db: Db, personId: string) =>
  sql`insert into notice_preferences (id) values (${personId}) on conflict do nothing`.execute(db)

/** A person's preferences; undefined where they have chosen nothing yet. */
export const preferencesOf = (db: Db, personId: string) =>
  db.selectFrom('noticePreferences').where('id', '=', personId).selectAll().executeTakeFirst()

/** Whether an active school of the person, or of a child of theirs, sends notices by SMS. */
export async function receivesSms(db: Db, personId: string): Promise<boolean> {
  const { rows } = await sql<{ told: boolean }>`
    select exists (select from schools s where s.active and s.sms_notices and (
      exists (select from school_members m where m.school_id = s.id and m.person_id = ${personId})
      or exists (select from student_parents p
        where p.school_id = s.id and p.parent_id = ${personId} and p.ended_at is null))) as told`.execute(db)
  return rows[0]!.told
}

export const smsOfSchool = async (db: Db, schoolId: string) =>
  (await db.selectFrom('schools').where('id', '=', schoolId).select('smsNotices').executeTakeFirstOrThrow()).smsNotices

export const setSmsOfSchool = (db: Db, schoolId: string, sms: boolean) =>
  db.updateTable('schools').set({ smsNotices: sms }).where('id', '=', schoolId).execute()
