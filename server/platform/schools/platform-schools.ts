import { platformSchools } from '#contract/platform/schools/platform-schools.ts'
import { reviewsSchools } from '#server/access/authorise.ts'
import { coinsChanged, mustBeOthers } from '#server/platform/payments/coins.rules.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, forbidden, notFound } from '#server/base/errors.ts'
import { signalHolders } from '#server/platform/live/settled.queries.ts'
import { publish } from '#server/outbox/events.ts'
import { giveByHand, givenByHand } from '#server/platform/payments/coins.queries.ts'
import { type Context, implement } from '#server/call/implement.ts'
import { closeSupport, isCoinType, lockedState, openSupport, setActive } from './platform-schools.queries.ts'
import { lockSchool } from '#server/db/change-row.ts'
import { schoolSeen } from './schools.queries.ts'
import { manages } from './schools.rules.ts'
import type { Caller } from '#server/access/caller.ts'

export const platformSchoolOperations = implement(platformSchools, {
  async addCoins(context) {
    const { db, user, school, audit, input } = context
    const { coinsCount: coins, reason = null } = input
    await mustBeOthers(context)
    await lockSchool(db, school.id)
    if (coins < 0 && (await givenByHand(db, school.id)) + coins < 0)
      throw conflict('More coins than were given by hand')

    await giveByHand(db, { schoolId: school.id, coins, reason, madeBy: user.id })
    await audit('school', school.id)
    await coinsChanged(context.db, { schoolId: context.school.id, actorId: context.user.id })
    return seenByPlatform(db, user, school.id)
  },

  async changeActivation(context) {
    const { db, user, school, input } = context
    const { active, coinTypeId } = await lockedState(db, school.id)
    if (active === input.active) return seenByPlatform(db, user, school.id)
    if (!coinTypeId) throw conflict('This school has no coin type yet')

    await setActive(db, school.id, input.active)
    await tellOfActivation(context, input.active)
    return seenByPlatform(db, user, school.id)
  },

  async activateNew(context) {
    const { db, user, school, input } = context
    if (!(await isCoinType(db, input.coinTypeId))) throw notFound()
    const { active, coinTypeId } = await lockedState(db, school.id)
    if (active && coinTypeId === input.coinTypeId) return seenByPlatform(db, user, school.id)
    if (coinTypeId) throw conflict('This school already has a coin type')

    await setActive(db, school.id, true, input.coinTypeId)
    await tellOfActivation(context, true)
    await signalHolders(db, 'ChangeSchoolActivation', null)
    return seenByPlatform(db, user, school.id)
  },

  async openSupport(context) {
    const { db, user, school, input } = context
    if (!(await manages(db, user, school.id))) throw forbidden('You cannot grant what you do not hold')

    await lockSchool(db, school.id)
    await openSupport(db, school.id, input.hours, user.id)
    await tellOfSupport(context, true)
    return seenByMember(context)
  },

  async closeSupport(context) {
    const { db, school } = context
    const { supportOpen } = await lockedState(db, school.id)
    if (supportOpen) {
      await closeSupport(db, school.id)
      await tellOfSupport(context, false)
    }
    return seenByMember(context)
  },
})

type Activating = Context<typeof platformSchools.changeActivation> | Context<typeof platformSchools.activateNew>
type Supporting = Context<typeof platformSchools.openSupport> | Context<typeof platformSchools.closeSupport>

async function tellOfActivation({ db, user, school, audit }: Activating, active: boolean) {
  await audit('school', school.id)
  await publish(db, { event: 'school activation', schoolId: school.id, actorId: user.id, payload: { active } })
}

async function tellOfSupport({ db, user, school, audit }: Supporting, open: boolean) {
  await audit('school', school.id)
  await publish(db, { event: 'support window', schoolId: school.id, actorId: user.id, payload: { open } })
}

/** All fields; the balance only for callers who review schools. */
const seenByPlatform = async (db: Db, user: Caller, id: string) =>
  (await schoolSeen(db, id, 'reviewer', reviewsSchools(user)))!

const seenByMember = async ({ db, school, may }: Supporting) =>
  (await schoolSeen(db, school.id, 'member', may('ViewSchoolData')))!
