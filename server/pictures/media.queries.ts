import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/**
 * The possible owners of a picture. A student, who has no id before they are added, may also use a free picture of the
 * school.
 */
export type MediaOwner = { userId: string } | { studentId: string | null; freeIn: string } | { schoolId: string }

/** Whether a picture of this name was issued for that owner and is not replaced. Needs the school in the settings. */
export async function isMediaOf(db: Db, name: string, owner: MediaOwner) {
  const found = db.selectFrom('media').where('name', '=', name).where('replacedAt', 'is', null).select('name')
  const own =
    'userId' in owner
      ? found.where('kind', '=', 'user').where('userId', '=', owner.userId)
      : 'studentId' in owner
        ? found
            .where('kind', '=', 'student')
            .where('schoolId', '=', owner.freeIn)
            .where((eb) => eb.or([eb('studentId', '=', owner.studentId), isFree]))
        : found.where('kind', '=', 'school').where('schoolId', '=', owner.schoolId)
  return (await own.executeTakeFirst()) !== undefined
}

/** Whether a person sent this picture for an excuse of the student, and no excuse has it yet. */
export async function isFreeForExcuse(db: Db, url: string, studentId: string, personId: string) {
  const { rows } = await sql`
    select from media
    where '/media/' || name = ${url} and kind = 'excuse' and student_id = ${studentId} and uploaded_by = ${personId}
      and not exists (select from excuses e where e.image_url = ${url})`.execute(db)
  return rows.length > 0
}

/** Makes a free picture a student's; false when another student has it by now. */
export async function claimPicture(db: Db, name: string, studentId: string) {
  const { numUpdatedRows } = await db
    .updateTable('media')
    .set({ studentId })
    .where('name', '=', name)
    .where((eb) => eb.or([eb('studentId', '=', studentId), isFree]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A free picture waits a day for its student. */
const isFree = sql<boolean>`(student_id is null and created_at > now() - interval '24 hours')`
