import { years } from '#contract/school/years/years.ts'
import type { Db } from '#server/db/db.ts'
import { edited } from '#server/call/concurrent-edit.ts'
import { conflict, found, invalid } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import { lockSchool } from '#server/db/change-row.ts'
import { completed, completionPlan, reopened } from './completing.ts'
import { lockedYear, takeSeats } from './current.rules.ts'
import { yearDaysOf } from './year-days.queries.ts'
import { currentYear, insertYear, setYearAside, startYear, yearOf, yearsOf } from './years.queries.ts'
import { monthOperations } from './months.ts'

const schoolYears = implement(years, {
  current: async ({ db, school }) => (await currentYear(db, school.id)) ?? null,

  list: ({ db, school, page }) => yearsOf(db, school.id, page),

  days: ({ db, school }) => yearDaysOf(db, school.id),

  get: async ({ db, school, input: { schoolYearId } }) => found(await yearOf(db, school.id, schoolYearId)),

  async add({ db, user, school, input }) {
    const active = input.active ?? true
    const completed = input.completed ?? false
    if (active && completed) throw invalid('Invalid input', 'completed')
    if (active) await lockSchool(db, school.id)
    const id = await insertYear(db, { ...input, active, completed, today: school.today })
    if (active) await takeSeats({ db, user, school }, id)
    return (await yearOf(db, school.id, id))!
  },

  update: ({ db, school, input: { id, baseVersion, schoolId: _, active, completed, ...changes } }) =>
    edited(db, years.update, {
      table: 'schoolYears',
      schoolId: school.id,
      id,
      baseVersion,
      changes,
      equal: { active, completed },
      validate: mustBeOpen,
      read: () => yearOf(db, school.id, id),
    }),

  completionPlan,

  complete: completed,

  reopen: reopened,

  activate: (call) => switched(call, call.input.schoolYearId, true),

  deactivate: (call) => switched(call, call.input.schoolYearId, false),
})

export const yearOperations = [schoolYears, monthOperations]

type Call = { db: Db; user: { id: string }; school: { id: string; today: string } }

/** A year that is already in the requested state is not changed. The database ensures that only one year is current. */
async function switched({ db, user, school }: Call, id: string, active: boolean) {
  if (active) await lockSchool(db, school.id)
  mustBeOpen(await lockedYear(db, school.id, id))
  const changed = await (active ? startYear : setYearAside)(db, school.id, id, school.today)
  if (active && changed > 0) await takeSeats({ db, user, school }, id)
  return (await yearOf(db, school.id, id))!
}

function mustBeOpen({ completed }: { completed: boolean }) {
  if (completed) throw conflict('A completed year cannot be changed')
}
