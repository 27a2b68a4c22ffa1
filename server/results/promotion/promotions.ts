import { promotions } from '#contract/results/promotion/promotions.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { mustBeCurrent } from '#server/call/concurrent-edit.ts'
import { changedMeanwhile, conflict, found, invalid, notFound } from '#server/base/errors.ts'
import { type Context, implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { takeTime } from '#server/db/patience.ts'
import { lockSchool } from '#server/db/change-row.ts'
import { yearOf } from '#server/school/years/years.queries.ts'
import { decidedBy } from './deciding.ts'
import { gradesInOrder, linkGrades, newClassesOf, oldClasses, storeDecisions } from './facts.queries.ts'
import { firstOptions, proposeClasses, setOptions, takeOver } from './options.ts'
import { outcomesOf } from './outcomes.queries.ts'
import { plannedTurn, shownPlan, turnOf } from './planning.ts'
import {
  insertPromotion,
  lockedPromotion,
  planPatience,
  promotionOf,
  promotionsOf,
  removePromotion,
  sendPromotion,
  type StoredPromotion,
} from './promotions.queries.ts'
import { pageOfDraft } from './rows.ts'
import { mustBeUndoable } from './undoing.ts'
import { yearByName } from './years.queries.ts'

export const promotionOperations = implement(promotions, {
  list: ({ db, school, page }) => promotionsOf(db, school.id, page),

  get: async ({ db, school, input }) => answered(db, await one(db, school.id, input.promotionId)),

  async start({ db, user, school, audit, input }) {
    await lockSchool(db, school.id)
    const { fromYearId, ...next } = await years(db, school.id, input)
    const former = input.againId ? await undoneBefore(db, school.id, input.againId, fromYearId) : null
    const options = former ? { ...former.options, step: 4 } : firstOptions
    const promotion = { schoolId: school.id, fromYearId, ...next, options, madeBy: user.id }
    const id = await insertPromotion(db, promotion)
    await linkGrades(db, school.id)
    const stored = await one(db, school.id, id)
    if (former) await takeOver(db, turnOf(stored), former.id)
    else await proposeClasses(db, turnOf(stored))
    await audit('promotion', id)
    return answered(db, stored)
  },

  async setOptions(context) {
    const { db, school, input } = context
    const stored = await draft(db, school.id, input.promotionId)
    await mustBeCurrent(input.baseVersion, stored.version, () => answered(db, stored))
    await setOptions(context, stored)
    return answered(db, await one(db, school.id, stored.id))
  },

  async rows({ db, school, input: { promotionId, show, classRoomId, text }, page }) {
    await takeTime(db, planPatience)
    const stored = await one(db, school.id, promotionId)
    const filter = { show: show ?? 'all', classRoomId, text }
    if (stored.state === 'draft') return pageOfDraft(await plannedTurn(db, stored), filter, page)
    return outcomesOf(db, stored, filter, page)
  },

  async decide({ db, user, school, may, input }) {
    await takeTime(db, planPatience)
    const stored = await draft(db, school.id, input.promotionId)
    const decided = decidedBy(await plannedTurn(db, stored), input)
    await storeDecisions(db, turnOf(stored), decided, user.id)
    return shownPlan(db, await plannedTurn(db, stored), { today: school.today, seesCoins: may('ViewSchoolData') })
  },

  async plan({ db, school, may, input }) {
    await takeTime(db, planPatience)
    const stored = await one(db, school.id, input.promotionId)
    if (stored.state !== 'draft') throw conflict('This promotion is no draft any more')
    return shownPlan(db, await plannedTurn(db, stored), { today: school.today, seesCoins: may('ViewSchoolData') })
  },

  async do({ db, user, school, may, audit, input: { promotionId, plan } }) {
    await takeTime(db, planPatience)
    const stored = await draft(db, school.id, promotionId)
    if (stored.toYearCompleted) throw conflict('A completed year cannot be changed')
    const present = await plannedTurn(db, stored)
    const shown = await shownPlan(db, present, { today: school.today, seesCoins: may('ViewSchoolData') })
    if (shown.plan !== plan) throw changedMeanwhile({ current: shown })
    if (shown.hindrance) throw conflict(shown.hindrance)
    await sendPromotion(db, school.id, promotionId, { state: 'waiting', by: user.id, planHash: plan })
    await audit('promotion', promotionId, school.id, { rows: shown.students })
    return answered(db, await one(db, school.id, promotionId))
  },

  async undo({ db, user, school, audit, input: { promotionId, spares } }) {
    await takeTime(db, planPatience)
    if (!(await lockedPromotion(db, school.id, promotionId, 'done'))) {
      await one(db, school.id, promotionId)
      throw conflict('Only what was done can be undone')
    }
    const stored = await one(db, school.id, promotionId)
    await mustBeUndoable(db, stored, spares ?? false)
    await sendPromotion(db, school.id, promotionId, { state: 'undoing', by: user.id, spares: spares ?? false })
    await audit('promotion', promotionId)
    return answered(db, await one(db, school.id, promotionId))
  },

  async remove({ db, school, audit, input: { promotionId } }) {
    await draft(db, school.id, promotionId)
    await removePromotion(db, school.id, promotionId)
    await audit('promotion', promotionId)
    return { done: true as const, changed: 1 }
  },
})

/** The promotion whose plan is to apply again. */
async function undoneBefore(db: Db, schoolId: string, id: string, fromYearId: string) {
  const former = await one(db, schoolId, id)
  if (former.state !== 'undone' || former.fromYearId !== fromYearId)
    throw conflict('Only what was undone can be prepared again', { field: 'againId' })
  return former
}

const one = async (db: Db, schoolId: string, id: string) => found(await promotionOf(db, schoolId, id))

/** A draft, locked until the call ends. */
async function draft(db: Db, schoolId: string, id: string) {
  const isDraft = await lockedPromotion(db, schoolId, id, 'draft')
  const stored = await one(db, schoolId, id)
  if (!isDraft) throw conflict('This promotion is no draft any more')
  return stored
}

async function answered(db: Db, stored: StoredPromotion): Promise<OutputOf<typeof promotions.get>> {
  const { options, effect: _, ...promotion } = stored
  const turn = turnOf(stored)
  return {
    ...promotion,
    ...options,
    grades: await gradesInOrder(db, turn),
    fromClasses: (await oldClasses(db, turn)).filter(({ active, students }) => active || students > 0),
    newClasses: await newClassesOf(db, turn),
  }
}

/** The two years of a promotion. The next one exists, or is still to be made with the given name. */
async function years(db: Db, schoolId: string, input: Context<typeof promotions.start>['input']) {
  const from = await yearOf(db, schoolId, input.fromYearId)
  if (!from) throw notFound()
  const classes = await oldClasses(db, { schoolId, fromYearId: from.id })
  if (from.completed && !classes.some(({ dated, students }) => dated && students > 0))
    throw conflict('A completed year cannot be changed', { field: 'fromYearId' })
  const to = await nextYear(db, schoolId, input)
  if (to.toYearId === from.id) throw invalid('Choose another year than the one that ends', 'toYearId')
  return { fromYearId: from.id, ...to }
}

async function nextYear(db: Db, schoolId: string, { toYearId, toYearName }: Context<typeof promotions.start>['input']) {
  if ((toYearId == null) === (toYearName == null)) throw invalid('Invalid input', 'toYearName')
  const year = toYearId ? await yearOf(db, schoolId, toYearId) : await yearByName(db, schoolId, toYearName!)
  if (toYearId && !year) throw notFound()
  if (year?.completed) throw conflict('A completed year cannot be changed', { field: 'toYearId' })
  return year ? { toYearId: year.id, toYearName: year.name } : { toYearId: null, toYearName: toYearName! }
}
