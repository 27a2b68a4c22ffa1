import type { Setting } from '#server/class-work/class-work.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, notFound } from '#server/call/errors.ts'
import { type WorkSent, storeWork } from '#server/class-work/works.ts'
import { isFinal } from '#server/class-work/works.rules.ts'
import { lockedMonth } from './exams.queries.ts'

/** Stores an exam in a month that is open, and sets it for its students; answers its id and theirs. */
export async function storeExam(context: Setting, exam: WorkSent & { monthId: string }, { forOne = false } = {}) {
  const { db, school } = context
  const { monthId } = exam
  if (!(await lockedMonth(db, school.id, monthId))) throw notFound()
  return storeWork(context, 'exam', exam, { forOne, validate: () => mustBeUsable(db, school.id, monthId) })
}

/** An exam of a completed year, and its results, are final. */
export async function mustBeOpen(db: Db, schoolId: string, monthId: string) {
  const month = await lockedMonth(db, schoolId, monthId)
  if (month && isFinal({ yearCompleted: month.completed })) throw conflict('A completed year cannot be changed')
}

/** Exams are set in active months of years that are not completed. */
export async function mustBeUsable(db: Db, schoolId: string, monthId: string) {
  await mustBeOpen(db, schoolId, monthId)
  const month = await lockedMonth(db, schoolId, monthId)
  if (!month?.isActive) throw conflict('This month is not active', { field: 'monthId' })
}
