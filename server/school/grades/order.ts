import type { grades } from '#contract/school/grades/grades.ts'
import { isStale } from '#server/call/concurrent-edit.ts'
import { changedMeanwhile, invalid } from '#server/base/errors.ts'
import type { Context } from '#server/call/implement.ts'
import { lockSchool } from '#server/db/change-row.ts'
import { allGrades, placeGrades } from './grades.queries.ts'

/** Stores a new order of a school's grades. The list must contain all of them, as they were when the order was made. */
export async function ordered({ db, school, input: { items } }: Context<typeof grades.setOrder>) {
  const sent = new Map(items.map(({ id, baseVersion }) => [id, baseVersion]))
  if (sent.size < items.length) throw invalid('A grade is listed twice', 'items')
  // A call that adds a grade at the same time waits, and its grade becomes the last in the new order.
  await lockSchool(db, school.id)
  const stored = await allGrades(db, school.id)
  const asSeen = ({ id, version }: (typeof stored)[number]) => sent.has(id) && !isStale(sent.get(id), version)
  if (stored.length !== items.length || !stored.every(asSeen)) throw changedMeanwhile()

  await placeGrades(db, school.id, [...sent.keys()])
  return allGrades(db, school.id)
}
