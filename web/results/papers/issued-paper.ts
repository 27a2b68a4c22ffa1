import type { OutputOf } from '#contract/language/operation.ts'
import type { papers } from '#contract/results/papers/papers.ts'

export type IssuedPaper = OutputOf<typeof papers.list>[number]
