import type { Db } from '#server/db/db.ts'
import { publish } from '#server/outbox/events.ts'
import { classesWithRules } from './recount.queries.ts'

/** Counts the absences of a whole school again if it has rules: after the call, class by class. */
export async function recountSchool(db: Db, schoolId: string, actorId: string) {
  for (const classRoomId of await classesWithRules(db, schoolId))
    await publish(db, { event: 'absence changed', schoolId, actorId, payload: { classRoomId, date: null } })
}
