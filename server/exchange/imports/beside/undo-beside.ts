import type { Db } from '#server/db/db.ts'
import {
  deleteCalendar,
  deleteCourse,
  deleteInvitations,
  deleteTeaching,
  deleteYear,
  folderOf,
} from './beside.queries.ts'
import { unlessUsed } from '#server/db/savepoint.ts'
import { publishTeaching } from '#server/exchange/imports/store/teaching-given.ts'

type Undoing = { importId: string; schoolId: string; actorId: string }

/** Takes back what an import stored besides students. What has been used since then stays, as with classes. */
export async function takeBackBeside(db: Db, { importId, schoolId, actorId }: Undoing) {
  const { madeCourses, madeTeaching, madeYear, madeCalendar, madeInvitations } = await folderOf(db, {
    schoolId,
    id: importId,
  })
  const ended = await deleteTeaching(db, schoolId, madeTeaching)
  await publishTeaching(db, { schoolId, actorId, importId, linked: false }, ended)
  await deleteInvitations(db, schoolId, madeInvitations)
  for (const id of madeCourses) await unlessUsed(db, () => deleteCourse(db, schoolId, id))
  if (madeYear) await unlessUsed(db, () => deleteYear(db, schoolId, madeYear))
  if (madeCalendar) await unlessUsed(db, () => deleteCalendar(db, schoolId))
}
