import { months } from '#contract/school/years/months.ts'
import type { Db } from '#server/db/db.ts'
import { changeRow, lockRow } from '#server/db/change-row.ts'
import { edited } from '#server/call/concurrent-edit.ts'
import { conflict, found, invalid } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import { insertMonth, monthOf, monthsOf } from './months.queries.ts'
import { lockedOpenYear } from './years.queries.ts'

export const monthOperations = implement(months, {
  list: ({ db, school, input, page }) => monthsOf(db, school.id, input, page),

  get: async ({ db, school, input: { monthId } }) => found(await monthOf(db, school.id, monthId)),

  async add({ db, school, input }) {
    mustFollow(input)
    await mustBeOpen(db, school.id, input.yearId)
    const id = await insertMonth(db, { ...input, schoolId: school.id })
    return (await monthOf(db, school.id, id))!
  },

  update: ({ db, school, input: { id, baseVersion, isActive, yearId, order, ...changes } }) =>
    edited(db, months.update, {
      table: 'schoolYearMonths',
      schoolId: school.id,
      id,
      baseVersion,
      changes: { ...changes, position: order },
      equal: { isActive, yearId },
      validate(stored) {
        const { startDate = stored.startDate, endDate = stored.endDate } = changes
        mustFollow({ startDate, endDate })
        return mustBeOpen(db, school.id, stored.yearId)
      },
      read: () => monthOf(db, school.id, id),
    }),

  activate: ({ db, school, input: { monthId } }) => switched(db, school.id, monthId, true),

  deactivate: ({ db, school, input: { monthId } }) => switched(db, school.id, monthId, false),
})

/** A month that is already in the requested state is not changed. */
async function switched(db: Db, schoolId: string, id: string, isActive: boolean) {
  const month = found(await monthOf(db, schoolId, id))
  await lockRow(db, { table: 'schoolYearMonths', schoolId, id })
  await mustBeOpen(db, schoolId, month.yearId)
  await changeRow(db, { table: 'schoolYearMonths', schoolId, id }, { isActive })
  return (await monthOf(db, schoolId, id))!
}

type Days = { startDate?: string | null | undefined; endDate?: string | null | undefined }

function mustFollow({ startDate, endDate }: Days) {
  if (startDate && endDate && endDate < startDate) throw invalid('Invalid date', 'endDate')
}

async function mustBeOpen(db: Db, schoolId: string, yearId: string) {
  if (found(await lockedOpenYear(db, schoolId, yearId)).completed) throw conflict('A completed year cannot be changed')
}
