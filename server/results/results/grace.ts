import type { OutputOf } from '#contract/language/operation.ts'
import type { closings } from '#contract/results/results/closings.ts'
import { conflict } from '#server/base/errors.ts'
import { isWithinGrace, proposedGrace } from './compute.ts'
import { pupilAndCourse, type PupilFigures } from './figures.ts'
import { compare, exactly, inHundredths, plus, zero } from './rational.ts'

type Plan = OutputOf<typeof closings.plan>

const coursesToGrace = (one: PupilFigures) =>
  one.courses
    .filter(({ result }) => result.gap)
    .map((course) => ({
      ...course,
      studentId: one.pupil.id,
      gap: course.result.gap!,
      isConfirmed: compare(course.result.grace, zero) > 0,
    }))

type CourseToGrace = ReturnType<typeof coursesToGrace>[number]

/** The confirmed grace marks that are still needed, and those that the scheme allows in addition. */
export function graceToConfirm(one: PupilFigures): Plan['grace'] {
  const courses = coursesToGrace(one)
  const isWithin = isWithinGrace(courses.filter(({ isConfirmed }) => isConfirmed))
  const allowed = new Set(proposedGrace(courses).map(({ courseId }) => courseId))
  return courses
    .filter(({ courseId, isConfirmed }) => isConfirmed || allowed.has(courseId))
    .map((course) => {
      const { result, use, gap, isConfirmed } = course
      const total = isConfirmed ? plus(exactly(use.passMark), { top: -gap.top, of: gap.of }) : result.total!
      return {
        ...pupilAndCourse(one, course),
        total: inHundredths(total),
        passMark: use.passMark,
        points: inHundredths(gap),
        confirmed: isConfirmed,
        exceeded: isConfirmed && !isWithin,
      }
    })
}

/** The stored grace marks that have no effect: the course is passed without them, or no longer passed even with them. */
export function unusedGrace(stored: Plan['graceUnused'], all: readonly PupilFigures[]): Plan['graceUnused'] {
  const used = new Set(
    all.flatMap((one) =>
      coursesToGrace(one).flatMap(({ studentId, courseId, isConfirmed }) =>
        isConfirmed ? [studentId + courseId] : [],
      ),
    ),
  )
  return stored.filter(({ studentId, courseId }) => !used.has(studentId + courseId))
}

/** The confirmed grace marks by pupil and course, with whether they count. Independent of the names of pupils and classes. */
export const confirmedIn = (grace: Plan['grace'], unused: Plan['graceUnused']) =>
  [
    ...grace.filter(({ confirmed }) => confirmed).map(({ studentId, courseId }) => `${studentId} ${courseId}`),
    ...unused.map(({ studentId, courseId }) => `${studentId} ${courseId} unused`),
  ].toSorted((a, b) => (a < b ? -1 : 1))

/** Refuses grace marks of a pupil above the maximum, because marks and schemes may have changed since they were confirmed. */
export function mustBeWithinGrace(
  answer: Plan,
  all: readonly PupilFigures[],
  isGiven: (course: CourseToGrace) => boolean,
) {
  if (!all.every((one) => isWithinGrace(coursesToGrace(one).filter(isGiven))))
    throw conflict('The grace marks of a student are above the maximum of the scheme; take some of them back', {
      current: answer,
    })
}
