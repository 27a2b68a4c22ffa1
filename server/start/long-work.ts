import { importWork } from '#server/imports/store/import-work.ts'
import { inPortions } from '#server/jobs/student-work.rules.ts'
import type { LongWork } from '#server/jobs/work.rules.ts'
import { writingNotes } from '#server/notes/notes-to-several.ts'
import { promotionWork } from '#server/promotion/promotion-work.ts'
import { renewalWork } from '#server/students/renewal-work.ts'
import { deactivating, moving } from '#server/students/several-students.ts'

/** All kinds of work that the worker does (decision 033). */
export const longWork = (debtLimit: number): LongWork[] => [
  importWork,
  promotionWork,
  renewalWork(debtLimit),
  inPortions(moving),
  inPortions(deactivating),
  inPortions(writingNotes),
]
