import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** The possible owners of a picture. A student who is being added has no id yet, and may use a free picture of the school. */
export type MediaOwner = { userId: string } | { studentId: string | null; freeIn: string } | { schoolId: string }

/**
 * Whether a picture with this name was issued for this owner and has not been replaced. A student may get a picture back that was replaced within
 * the day for which it is kept. The settings of the transaction must name the school.
 */
export async function isMediaOf(db: Db, name: string, owner: MediaOwner) {
  const named = db.selectFrom('media').where('name', '=', name).select('name')
  const found = named.where('replacedAt', 'is', null)
  const ofOwner = () => {
    if ('userId' in owner) return found.where('kind', '=', 'user').where('userId', '=', owner.userId)
    if (!('studentId' in owner)) return found.where('kind', '=', 'school').where('schoolId', '=', owner.schoolId)
    return named
      .where('kind', '=', 'student')
      .where('schoolId', '=', owner.freeIn)
      .where((eb) => eb.or([eb('studentId', '=', owner.studentId), isFree]))
      .where((eb) => eb.or([eb('replacedAt', 'is', null), wasReplacedToday]))
  }
  return (await ofOwner().executeTakeFirst()) !== undefined
}

/** Whether a person uploaded this picture for an excuse of the student, and no excuse uses it yet. */
export async function isFreeForExcuse(db: Db, url: string, studentId: string, personId: string) {
  const { rows } = await sql`
    select from media
    where '/media/' || name = ${url} and kind = 'excuse' and student_id = ${studentId} and uploaded_by = ${personId}
      and not exists (select from excuses e where e.image_url = ${url})`.execute(db)
  return rows.length > 0
}

/** Whether a person uploaded this picture for a transfer that they report to the school, and no report uses it yet. */
export async function isFreeForTransfer(db: Db, url: string, schoolId: string, personId: string) {
  const { rows } = await sql`
    select from media
    where '/media/' || name = ${url} and kind = 'transfer' and school_id = ${schoolId} and uploaded_by = ${personId}
      and not exists (select from told_transfers t where t.school_id = ${schoolId} and t.image_url = ${url})`.execute(
    db,
  )
  return rows.length > 0
}

/** Whether a parent pays today for a child of the school; of those who left it too. */
export async function paysIn(db: Db, schoolId: string, parentId: string) {
  const { rows } = await sql`
    select from parent_links k join students s on s.school_id = k.school_id and s.id = k.student_id
    where k.school_active and (s.active or s.left_on is not null) and k.school_id = ${schoolId} and k.parent_id = ${parentId} and k.sees and k.pays limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Gives a free picture to a student. Returns false if it already belongs to another student. */
export async function claimPicture(db: Db, name: string, studentId: string) {
  const { numUpdatedRows } = await db
    .updateTable('media')
    .set({ studentId })
    .where('name', '=', name)
    .where((eb) => eb.or([eb('studentId', '=', studentId), isFree]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A picture is free for one day, until a student gets it. */
const isFree = sql<boolean>`(student_id is null and created_at > now() - interval '24 hours')`

/** A replaced picture of a student is kept for one day, in which it can be given back. */
const wasReplacedToday = sql<boolean>`(student_id is not null and replaced_at > now() - interval '24 hours')`
