import type { OutputOf } from '#contract/language/operation.ts'
import type { closings } from '#contract/results/results/closings.ts'
import type { results } from '#contract/results/results/results.ts'

export type ClosingFigures = OutputOf<typeof closings.plan>
export type GradePlace = { schoolId: string; termId: string; gradeId: string }
export type ResultChoices = OutputOf<typeof results.choices>
/** A grade of the choices, with its classes and their courses. */
export type Grade = ResultChoices['grades'][number]
export type GridOfResults = OutputOf<typeof results.grid>

/** What a pupil has in each part as a share of its full mark in percent; null where there is no mark. */
export const sharesOf = ({ figures, now }: GridOfResults['students'][number]) =>
  (now ?? figures).parts.map(({ points, fullMark }) =>
    points === null || fullMark === 0 ? null : (100 * points) / fullMark,
  )

/** The courses of all classes of a grade, each once. */
export const coursesOf = ({ classes }: Pick<Grade, 'classes'>) => [
  ...new Map(classes.flatMap(({ courses }) => courses.map((course) => [course.id, course] as const))).values(),
]
