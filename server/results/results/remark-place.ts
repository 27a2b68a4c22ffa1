import { found, notFound } from '#server/base/errors.ts'
import type { Db } from '#server/db/db.ts'
import type { Reach } from '#server/db/reach.ts'
import { sideBySide } from '#server/db/speculation/ways.ts'
import { remarkSettingsIn, remarkSettingsRows } from './remark-settings.queries.ts'
import { classAndCourseRows, gradeRows, taughtInRows, termRows } from './terms.queries.ts'

type InReach = {
  schoolId: string
  classRoomId: string
  courseId: string | null
  termId: string
  reach: Reach
}

/** The grade of a class, the term, and how the school writes, in one round trip; 404 for who may not read such remarks there. */
export async function placeInReach(db: Db, { schoolId, classRoomId, courseId, termId, reach }: InReach) {
  const { courses, persons, grades, terms, settings } = await sideBySide(db, {
    courses: courseId === null ? null : classAndCourseRows({ schoolId, classRoomId, courseId, reach }),
    persons:
      courseId === null && reach.of === 'classes'
        ? taughtInRows({ schoolId, classRoomId, personId: reach.personId })
        : null,
    grades: gradeRows(schoolId, classRoomId),
    terms: termRows(schoolId, termId),
    settings: remarkSettingsRows(schoolId),
  })
  const isReached = courseId === null ? reach.of !== 'classes' || persons[0]!.supervises : courses.length > 0
  if (!isReached) throw notFound()
  return { gradeId: found(grades[0]).gradeId, term: found(terms[0]), settings: remarkSettingsIn(settings) }
}
