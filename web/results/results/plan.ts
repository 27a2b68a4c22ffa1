import type { OutputOf } from '#contract/language/operation.ts'
import type { closings } from '#contract/results/results/closings.ts'
import type { results } from '#contract/results/results/results.ts'

export type ClosingFigures = OutputOf<typeof closings.plan>
export type GradePlace = { schoolId: string; termId: string; gradeId: string }
export type ResultChoices = OutputOf<typeof results.choices>
export type GridOfResults = OutputOf<typeof results.grid>

/** The courses of all classes of a grade, each once. */
export const coursesOf = ({ classes }: Pick<ResultChoices['grades'][number], 'classes'>) => [
  ...new Map(classes.flatMap(({ courses }) => courses.map((course) => [course.id, course] as const))).values(),
]
