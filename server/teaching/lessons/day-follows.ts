import type { Db } from '#server/db/db.ts'
import { publish } from '#server/outbox/events.ts'
import { registerSaved, signalChanges } from '#server/platform/live/events.rules.ts'
import { deriveDay } from '#server/teaching/attendance/deriving.queries.ts'

type Register = {
  school: { id: string; today: string }
  classRoomId: string
  date: string
  actorId: string
  /** Whether the school counts absence by rules. */
  countsAbsence: boolean
}

/** Derives the day of these students from their lessons anew, and notifies of what changed. The sheet of the day must be locked. */
export async function dayFollows(
  db: Db,
  { school, classRoomId, date, actorId, countsAbsence }: Register,
  studentIds: string[],
) {
  const day = await deriveDay(db, { schoolId: school.id, classRoomId, date }, actorId, studentIds)
  const about = { schoolId: school.id, actorId }
  if (day.news.length > 0)
    await publish(db, { event: 'attendance', ...about, payload: { classRoomId, date, marks: day.news } })
  await publish(db, { event: 'absence changed', ...about, payload: { classRoomId, date } }, countsAbsence)
  if (date === school.today) await signalChanges(db, [registerSaved(school.id)])
}
