import { conflict } from '#server/base/errors.ts'
import type { Db } from '#server/db/db.ts'
import { publish } from '#server/outbox/events.ts'
import { insertMarkReminders, type Reminding } from './mark-reminders.queries.ts'

/** Reminds teachers of marks that are missing, whichever screen says so: each at most once on a day of the school. */
export async function remindOfMarks(db: Db, reminding: Reminding, owing: readonly string[]) {
  const teacherIds = await insertMarkReminders(db, reminding, owing)
  if (teacherIds.length === 0) throw conflict('They were reminded today already')
  const { schoolId, madeBy: actorId } = reminding
  await publish(db, { event: 'marks missing', schoolId, actorId, payload: { teacherIds } })
  return { done: true as const, changed: teacherIds.length }
}
