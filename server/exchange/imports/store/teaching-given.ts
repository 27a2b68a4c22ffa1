import { insertLines } from '#server/access/audit.queries.ts'
import type { Db } from '#server/db/db.ts'
import type { MadeTeaching } from '#server/exchange/imports/beside/beside.queries.ts'
import { publish } from '#server/outbox/events.ts'

export type OfImport = { schoolId: string; actorId: string; importId: string }

type Publishing = OfImport & { linked: boolean }

/** Publishes one event per teacher and class and one audit line per teacher, as when it is done by hand. */
export async function publishTeaching(db: Db, by: Publishing, made: readonly MadeTeaching[]) {
  const { schoolId, actorId, linked } = by
  const links = new Map<string, { teacherId: string; classRoomId: string; courseIds: string[] }>()
  for (const { teacherId, classRoomId, courseId } of made) {
    if (!classRoomId) continue
    const key = `${teacherId} ${classRoomId}`
    links.set(key, { teacherId, classRoomId, courseIds: [...(links.get(key)?.courseIds ?? []), courseId] })
  }
  for (const link of links.values())
    await publish(db, { event: 'class link', schoolId, actorId, payload: { ...link, linked } })
  const teacherIds = [...new Set(made.map(({ teacherId }) => teacherId))]
  await auditStaff(db, by, linked ? 'Import/Start' : 'Import/Undo', { kind: 'person', ids: teacherIds })
}

type Targets = { kind: 'person' | 'staff invitation'; ids: readonly string[] }

/** Writes one audit line per teacher or invitation that an import changed. */
export const auditStaff = (
  db: Db,
  { schoolId, actorId, importId }: OfImport,
  operation: 'Import/Start' | 'Import/Undo',
  { kind, ids }: Targets,
) =>
  insertLines(
    db,
    ids.map((targetId) => ({
      personId: actorId,
      operation,
      outcome: 'done',
      schoolId,
      requestId: importId,
      targetKind: kind,
      targetId,
    })),
  )
