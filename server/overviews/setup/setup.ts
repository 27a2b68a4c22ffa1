import { setup } from '#contract/overviews/setup/setup.ts'
import type { UsualStep } from '#contract/overviews/setup/usual.ts'
import { conflict, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { isReferredTo } from '#server/db/savepoint.ts'
import { isLanguageUsed, lockLanguage, takeLanguage } from '#server/platform/languages/languages.queries.ts'
import { closeSet, deleteRows, keepSet, lockLastSet } from './setup.queries.ts'
import { taking } from './taking.ts'

export const setupOperations = implement(setup, {
  async take(call) {
    const { db, user, school, input } = call
    const taken = await taking[input.step](call)
    if (taken.length === 0) throw conflict('Everything usual is already there')
    await keepSet(db, { schoolId: school.id, step: input.step, taken, takenBy: user.id })
    return { done: true as const, changed: taken.length }
  },

  async undo({ db, user, school, audit, input: { step } }) {
    const set = await lockLastSet(db, school.id, step)
    if (!set) throw notFound()
    const by = { schoolId: school.id, personId: user.id }
    const changed = await removing[step](db, by, set.taken).catch((problem: unknown) => {
      throw isReferredTo(problem) ? inUse() : problem
    })
    await closeSet(db, school.id, set.id, user.id)
    await audit('school', school.id, school.id, { rows: changed })
    return { done: true as const, changed }
  },
})

const inUse = () => conflict('Something already builds on what was added')

type By = { schoolId: string; personId: string }

const removing: Record<UsualStep, (db: Db, by: By, taken: readonly string[]) => Promise<number>> = {
  grades: (db, { schoolId }, taken) => deleteRows(db, 'grades', schoolId, taken),

  courses: (db, { schoolId }, taken) => deleteRows(db, 'courses', schoolId, taken),

  async year(db, { schoolId }, taken) {
    const months = await deleteRows(db, 'schoolYearMonths', schoolId, taken)
    return months + (await deleteRows(db, 'schoolYears', schoolId, taken))
  },

  async languages(db, { schoolId, personId }, taken) {
    let changed = 0
    for (const id of taken) {
      if (!(await lockLanguage(db, schoolId, id))) continue // taken away by hand meanwhile
      if (await isLanguageUsed(db, schoolId, id)) throw inUse()
      await takeLanguage(db, schoolId, id, personId)
      changed++
    }
    return changed
  },
}
