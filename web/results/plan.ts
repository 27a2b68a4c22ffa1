import type { OutputOf } from '#contract/language/operation.ts'
import type { closings } from '#contract/results/closings.ts'

export type ClosingFigures = OutputOf<typeof closings.plan>
export type GradePlace = { schoolId: string; termId: string; gradeId: string }
