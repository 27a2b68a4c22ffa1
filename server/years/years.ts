import { years } from '#contract/years/years.ts'
import type { Db } from '#server/db/db.ts'
import { changeRow, lockRow } from '#server/db/change-row.ts'
import { edited } from '#server/call/concurrent-edit.ts'
import { conflict, found, invalid } from '#server/call/errors.ts'
import { announce } from '#server/outbox/events.ts'
import { implement } from '#server/call/implement.ts'
import { adoptSeats, balanceOf } from '#server/students/seats.queries.ts'
import { currentYear, endSeats, insertYear, yearOf, yearsOf } from './years.queries.ts'
import { monthOperations } from './months.ts'

const schoolYears = implement(years, {
  current: async ({ db, school }) => (await currentYear(db, school.id)) ?? null,

  list: ({ db, school, page }) => yearsOf(db, school.id, page),

  get: async ({ db, school, input: { schoolYearId } }) => found(await yearOf(db, school.id, schoolYearId)),

  async add({ db, user, school, input }) {
    const active = input.active ?? true
    const completed = input.completed ?? false
    if (active && completed) throw invalid('Invalid input', 'completed')
    const id = await insertYear(db, { ...input, active, completed })
    if (active) await takeSeats({ db, user, school }, id)
    return (await yearOf(db, school.id, id))!
  },

  update: ({ db, school, input: { id, baseVersion, schoolId: _, active, completed, ...changes } }) =>
    edited(db, years.update, {
      table: 'schoolYears',
      id,
      baseVersion,
      changes,
      equal: { active, completed },
      judge: mustBeOpen,
      read: () => yearOf(db, school.id, id),
    }),

  async complete({ db, user, school, now, input: { schoolYearId } }) {
    const year = await lockedYear(db, school.id, schoolYearId)
    if (year.completed) throw conflict('This year is already completed')
    if (!year.active) throw conflict('Only the current year can be completed')

    await changeRow(db, 'schoolYears', year.id, { active: false, completed: true, completedAt: now })
    await endSeats(db, school.id, school.today)
    await announce(db, {
      event: 'year completed',
      schoolId: school.id,
      actorId: user.id,
      payload: { schoolYearId: year.id },
    })
    return (await yearOf(db, school.id, year.id))!
  },

  activate: (call) => switched(call, call.input.schoolYearId, true),

  deactivate: (call) => switched(call, call.input.schoolYearId, false),
})

export const yearOperations = [schoolYears, monthOperations]

type Call = { db: Db; user: { id: string }; school: { id: string; today: string } }

/** A year that already is as asked stays as it is; that there is but one current year, the database holds. */
async function switched({ db, user, school }: Call, id: string, active: boolean) {
  mustBeOpen(await lockedYear(db, school.id, id))
  const changed = await changeRow(db, 'schoolYears', id, { active })
  if (active && changed > 0) await takeSeats({ db, user, school }, id)
  return (await yearOf(db, school.id, id))!
}

/** The seats charged for the next year to become current are those of this one. */
async function takeSeats({ db, user, school }: Call, id: string) {
  const by = { schoolId: school.id, actorId: user.id }
  const givenBack = await adoptSeats(db, { ...by, today: school.today }, id)
  if (givenBack > 0)
    await announce(db, { event: 'coins changed', ...by, payload: { balance: await balanceOf(db, school.id) } })
}

async function lockedYear(db: Db, schoolId: string, id: string) {
  await lockRow(db, 'schoolYears', id)
  return (await yearOf(db, schoolId, id))!
}

function mustBeOpen({ completed }: { completed: boolean }) {
  if (completed) throw conflict('A completed year cannot be changed')
}
