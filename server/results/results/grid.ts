import type { OutputOf } from '#contract/language/operation.ts'
import { results } from '#contract/results/results/results.ts'
import type { SchemeRules } from '#contract/results/results/scheme-rules.ts'
import type { Caller } from '#server/access/caller.ts'
import { mayIn } from '#server/access/may.ts'
import type { Reach } from '#server/db/reach.ts'
import { conflict, found } from '#server/base/errors.ts'
import type { Db } from '#server/db/db.ts'
import { closedFiguresOf, notClosed, saysTheSame } from './closed-figures.ts'
import { openClosing } from './closings.queries.ts'
import { courseFigures, termFiguresOf } from './figures.ts'
import { partsOfUse } from './part-marks.ts'
import { type StoredMark, usesOfGrade } from './recorded.queries.ts'
import { classAndCourse, termOf } from './terms.queries.ts'

type Place = { classRoomId: string; courseId: string; termId: string }

const empty = { mark: null, state: null, origin: null, version: 0 }
const cellOf = (mark: StoredMark | undefined) =>
  mark ? { mark: mark.mark, state: mark.state, origin: mark.origin, version: mark.version } : empty

/**
 * The marks of a class in a course. In a closed term the figures are the closed ones, and `now` what differs from them. Throws 404 for a course that the
 * caller does not teach there, and 409 if it has no scheme.
 */
export async function gridOf(
  { db, user, school, reach }: { db: Db; user: Caller; school: { id: string; today: string }; reach: Reach },
  { classRoomId, courseId, termId }: Place,
): Promise<OutputOf<typeof results.grid>> {
  const { gradeId } = found(await classAndCourse(db, { schoolId: school.id, classRoomId, courseId, reach }))
  const term = found(await termOf(db, school.id, termId))
  const all = await termFiguresOf(
    db,
    { schoolId: school.id, today: school.today, gradeId, classRoomId, courseId },
    term,
  )
  const use = await useOf(db, { schoolId: school.id, termId, gradeId, courseId })
  const closing = (await openClosing(db, school.id, termId, gradeId)) ?? null
  const closed = closing && (await closedFiguresOf(db, school.id, closing.id, classRoomId))
  const closedOf = (studentId: string) =>
    closed?.find(({ pupil }) => pupil.id === studentId)?.courses.find((one) => one.courseId === courseId)
  return {
    classRoomId,
    courseId,
    termId,
    schemeName: use.schemeName,
    schemeVersion: use.schemeVersion,
    rounding: use.rules.rounding,
    fullMark: use.fullMark,
    passMark: use.passMark,
    parts: partsOfUse(use),
    hasSecondRound: use.rules.secondRoundCap !== null,
    closing,
    students: all.flatMap(({ pupil, courses, marks }) =>
      courses.map((course) => {
        const now = courseFigures(course)
        const figures = closed ? (closedOf(pupil.id) ?? notClosed(now)) : now
        return {
          studentId: pupil.id,
          studentName: pupil.name,
          cells: use.rules.parts.map(({ id }) => cellOf(marks.find((one) => one.partId === id && one.round === 1))),
          second: cellOf(marks.find(({ round }) => round === 2)),
          figures,
          now: saysTheSame(figures, now) ? null : now,
        }
      }),
    ),
    may: { save: mayIn(user, results.save, school.id) },
  }
}

export async function useOf(
  db: Db,
  { schoolId, termId, gradeId, courseId }: { schoolId: string; termId: string; gradeId: string; courseId: string },
) {
  const { rows: uses } = await usesOfGrade<SchemeRules>(schoolId, termId, gradeId).execute(db)
  const use = uses.find((one) => one.courseId === courseId) ?? uses.find((one) => !one.courseId)
  if (!use) throw conflict('This course has no scheme of results in this term')
  return use
}
