import type { Db } from '#server/db/db.ts'
import { isWritten, remarkSettingsOf } from './remark-settings.queries.ts'
import { type ClosedRemark, remarksAbout } from './remarks.queries.ts'

/**
 * What a closing stores of the remarks of a term, by student. A remark of which somebody asked for a change is left out: it would be printed
 * although the school does not want it so. So is one that nobody has approved, where the school reads proofs (`unread`).
 */
export async function remarksToClose(db: Db, of: { schoolId: string; termId: string; studentIds: readonly string[] }) {
  const settings = await remarkSettingsOf(db, of.schoolId)
  const all = (await remarksAbout(db, of)).filter(({ courseId }) => isWritten(settings, courseId))
  const unread = settings.proofs ? all.filter(({ body, state }) => body !== null && state === 'draft') : []
  const leftOut = new Set(unread.map(({ id }) => id))
  const closed = new Map<string, ClosedRemark[]>()
  for (const { id, studentId, courseId, language, body, state, authorName } of all) {
    if (body === null || state === 'change' || leftOut.has(id)) continue
    closed.set(studentId, [...(closed.get(studentId) ?? []), { courseId, language, body, byName: authorName }])
  }
  return {
    of: (studentId: string) => closed.get(studentId) ?? null,
    asked: all.filter(({ state }) => state === 'change'),
    unread,
  }
}
