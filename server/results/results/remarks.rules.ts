import type { Db } from '#server/db/db.ts'
import { type ClosedRemark, remarksAbout } from './remarks.queries.ts'

/**
 * What a closing stores of the remarks of a term, by student. A remark of which somebody asked for a change is left out: it would be printed
 * although the school does not want it so.
 */
export async function remarksToClose(db: Db, of: { schoolId: string; termId: string; studentIds: readonly string[] }) {
  const all = await remarksAbout(db, of)
  const closed = new Map<string, ClosedRemark[]>()
  for (const { studentId, courseId, language, body, state, authorName } of all) {
    if (body === null || state === 'change') continue
    closed.set(studentId, [...(closed.get(studentId) ?? []), { courseId, language, body, byName: authorName }])
  }
  return {
    of: (studentId: string) => closed.get(studentId) ?? null,
    asked: all.filter(({ state }) => state === 'change'),
  }
}
