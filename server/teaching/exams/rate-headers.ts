import { rateHeaders } from '#contract/teaching/exams/rate-headers.ts'
import type { Db } from '#server/db/db.ts'
import { edited } from '#server/call/concurrent-edit.ts'
import { conflict, found } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import { headerOf, headersOf, insertHeader, percentageLeft } from './rate-headers.queries.ts'

export const rateHeaderOperations = implement(rateHeaders, {
  get: async ({ db, school, input: { rateHeaderId } }) => found(await headerOf(db, school.id, rateHeaderId)),

  list: ({ db, school, input, page }) => headersOf(db, school.id, input, page),

  async add({ db, school, input }) {
    await mustFit(db, school.id, input.percentage)
    const id = await insertHeader(db, input)
    return (await headerOf(db, school.id, id))!
  },

  update: ({ db, school, input: { id, baseVersion, schoolId: _, ...changes } }) =>
    edited(db, rateHeaders.update, {
      table: 'rateHeaders',
      schoolId: school.id,
      id,
      baseVersion,
      changes,
      validate: ({ percentage }) => mustFit(db, school.id, changes.percentage ?? percentage, id),
      read: () => headerOf(db, school.id, id),
    }),
})

/** The sum of the percentages of a school is at most 100. */
async function mustFit(db: Db, schoolId: string, percentage: number, besides: string | null = null) {
  if (percentage > (await percentageLeft(db, schoolId, besides)))
    throw conflict('The percentages exceed 100', { field: 'percentage' })
}
