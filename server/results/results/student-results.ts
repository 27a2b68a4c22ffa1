import type { OutputOf } from '#contract/language/operation.ts'
import type { results } from '#contract/results/results/results.ts'
import type { Reach } from '#server/db/reach.ts'
import type { Db } from '#server/db/db.ts'
import { resultsOfStudent, taughtTo } from './student-results.queries.ts'

type Result = OutputOf<typeof results.student>[number]
type Asked = { schoolId: string; studentId: string; termId: string | null }

/**
 * Closed results of a student. Parents read what is published. Teachers read the courses that they teach in the student's class, without
 * the total and the rank, which would reveal something about the other courses. The supervisor of the class and staff of the whole school
 * read everything.
 */
export async function closedResultsOf(db: Db, asked: Asked, { reach, now }: { reach: Reach; now: Date }) {
  const read = (publishedBy: Date | null) => resultsOfStudent<Result>(db, { ...asked, publishedBy })
  if (reach.of === 'school') return read(null)
  if (reach.of !== 'classes') return read(now)
  const { supervises, courseIds } = await taughtTo(db, { ...asked, personId: reach.personId })
  const all = await read(null)
  if (supervises) return all
  const asParent = reach.childIds?.includes(asked.studentId) ? await read(now) : []
  return all.flatMap((result): Result[] => {
    const own = asParent.find(({ closingId }) => closingId === result.closingId)
    const courses = result.courses.filter(({ courseId }) => courseIds.includes(courseId!))
    if (own) return [own]
    const remarks = result.remarks.filter(({ courseId }) => courseId !== null && courseIds.includes(courseId))
    return courses.length > 0 ? [{ ...result, courses, remarks, total: noTotal, rank: null, pupils: null }] : []
  })
}

const noTotal: Result['total'] = {
  courseId: null,
  courseName: null,
  parts: [],
  total: null,
  fullMark: null,
  percent: null,
  band: null,
  state: null,
  passed: null,
  needsSecondRound: false,
  round: 1,
  grace: 0,
}
