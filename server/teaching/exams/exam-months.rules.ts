import type { Setting } from '#server/teaching/class-work/class-work.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, notFound } from '#server/base/errors.ts'
import { type WorkSent, storeWork } from '#server/teaching/class-work/works.ts'
import { isFinal } from '#server/teaching/class-work/works.rules.ts'
import { type LockedMonth, lockedMonth } from './exams.queries.ts'

/** Stores an exam in an open month, and sets it for its students. Returns its id and the ids of the students. */
export async function storeExam(context: Setting, exam: WorkSent & { monthId: string }, { forOne = false } = {}) {
  const { db, school } = context
  const month = await lockedMonth(db, school.id, exam.monthId)
  if (!month) throw notFound()
  return storeWork(context, 'exam', exam, { forOne, validate: () => mustBeUsable(month) })
}

/** Exams of a completed year and their results are final. */
export async function mustBeOpen(db: Db, schoolId: string, monthId: string) {
  const month = await lockedMonth(db, schoolId, monthId)
  if (month) refuseFinal(month)
}

/** Exams are set in active months of years that are not completed. */
export function mustBeUsable(month: LockedMonth) {
  refuseFinal(month)
  if (!month.isActive) throw conflict('This month is not active', { field: 'monthId' })
}

function refuseFinal({ completed }: LockedMonth) {
  if (isFinal({ yearCompleted: completed })) throw conflict('A completed year cannot be changed')
}
