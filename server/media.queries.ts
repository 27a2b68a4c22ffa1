import type { Db } from './db/db.ts'

/** Whose a picture can be. */
export type MediaOwner = { userId: string } | { studentId: string } | { schoolId: string }

/** Whether a picture of this name was issued for that owner and is not replaced. Needs the school in the settings. */
export async function isMediaOf(db: Db, name: string, owner: MediaOwner) {
  const found = db.selectFrom('media').where('name', '=', name).where('replacedAt', 'is', null).select('name')
  const own =
    'userId' in owner
      ? found.where('kind', '=', 'user').where('userId', '=', owner.userId)
      : 'studentId' in owner
        ? found.where('kind', '=', 'student').where('studentId', '=', owner.studentId)
        : found.where('kind', '=', 'school').where('schoolId', '=', owner.schoolId)
  return (await own.executeTakeFirst()) !== undefined
}
