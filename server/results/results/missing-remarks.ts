import type { Db } from '#server/db/db.ts'
import type { ShownPupil } from './closed-figures.ts'
import { isWritten, remarkSettingsOf, type StoredRemarkSettings } from './remark-settings.queries.ts'
import { closedRemarksOf, remarksAbout } from './remarks.queries.ts'

/** `courseId` null: of the class itself. `byOffice`: no teacher owes it. */
type Owed = { classRoomId: string; classRoomName: string; courseId: string | null; students: number; byOffice: boolean }

/**
 * How many students of a class have no remark where others of it have one, of the class itself and of each course. No school has to write
 * remarks, and one language is enough: a family abroad gets its card in English.
 */
export async function owedRemarks(
  db: Db,
  of: { schoolId: string; termId: string; closingId: string | null },
  all: readonly ShownPupil[],
): Promise<Owed[]> {
  const settings = await remarkSettingsOf(db, of.schoolId)
  const written = await writtenOf(db, { ...of, settings }, idsOf(all))
  const owed = new Map<string, Owed>()
  for (const { classRoomId, classRoomName } of all.map(({ pupil }) => pupil)) {
    const inClass = all.flatMap(({ pupil }) => (pupil.classRoomId === classRoomId ? [pupil.id] : []))
    for (const [courseId, about] of written) {
      const students = inClass.filter((id) => !about.has(id)).length
      if (students === inClass.length || students === 0) continue
      const byOffice = courseId === null && settings.classBy === 'office'
      owed.set(`${classRoomId} ${courseId}`, { classRoomId, classRoomName, courseId, students, byOffice })
    }
  }
  return [...owed.values()]
}

const idsOf = (all: readonly ShownPupil[]) => all.map(({ pupil }) => pupil.id)

type Where = { schoolId: string; termId: string; closingId: string | null; settings: StoredRemarkSettings }

/** The students about whom there is a remark, by course; in an open term, of those that the school writes. */
async function writtenOf(db: Db, { schoolId, termId, closingId, settings }: Where, studentIds: readonly string[]) {
  const stored = closingId
    ? [...(await closedRemarksOf(db, schoolId, closingId))].flatMap(([studentId, remarks]) =>
        remarks.map(({ courseId }) => ({ studentId, courseId })),
      )
    : (await remarksAbout(db, { schoolId, termId, studentIds })).filter(({ body }) => body !== null)
  const written = new Map<string | null, Set<string>>()
  for (const { studentId, courseId } of stored) {
    if (!closingId && !isWritten(settings, courseId)) continue
    const about = written.get(courseId) ?? new Set()
    written.set(courseId, about.add(studentId))
  }
  return written
}
