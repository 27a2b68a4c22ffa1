import { importWork } from '#server/exchange/imports/store/import-work.ts'
import { inPortions } from '#server/platform/jobs/student-work.rules.ts'
import type { LongWork } from '#server/platform/jobs/work.rules.ts'
import { writingNotes } from '#server/teaching/notes/notes-to-several.ts'
import { promotionWork } from '#server/results/promotion/promotion-work.ts'
import { renewalWork } from '#server/people/students/renewal-work.ts'
import { deactivating, moving } from '#server/people/students/several-students.ts'

/** All kinds of work that the worker does (decision 033). */
export const longWork = (debtLimit: number): LongWork[] => [
  importWork,
  promotionWork,
  renewalWork(debtLimit),
  inPortions(moving),
  inPortions(deactivating),
  inPortions(writingNotes),
]
