import { conflict } from '#server/base/errors.ts'
import type { Db } from '#server/db/db.ts'
import { countDrafts, insertTimetable } from './drafts.queries.ts'

const draftsAtMost = 20

type Wanted = { name: string; weeks: number; anchor: string }

/** Makes an empty draft of the current year and answers its id. The school is locked before. */
export async function newDraft(db: Db, schoolId: string, wanted: Wanted) {
  if ((await countDrafts(db, schoolId)) >= draftsAtMost)
    throw conflict('A school keeps at most 20 drafts of its timetable')
  const id = await insertTimetable(db, { schoolId, ...wanted })
  if (!id) throw conflict('No school year is current')
  return id
}
