import { amountText, exact } from '#contract/money/fees/amounts.ts'
import { feesOnline } from '#contract/money/online/online.ts'
import { conflict, found, invalid, mustDiffer, notFound } from '#server/base/errors.ts'
import { civilDay, daysFrom } from '#server/base/days.ts'
import { type Context, implement, outside } from '#server/call/implement.ts'
import { newId } from '#server/db/ids.ts'
import { mustFit, settingsWanted } from '#server/money/fees/money.rules.ts'
import { sumOf } from '#server/money/fees/charging.rules.ts'
import { isFreeForTransfer } from '#server/platform/pictures/media.queries.ts'
import { publish } from '#server/outbox/events.ts'
import { accountOfSchool } from './accounts.queries.ts'
import { familyPaidBy, ownIntents, payableDues, payerOf } from './intents.queries.ts'
import { begunAt, type PaysOnline, shownIntent, storeIntent } from './intents.rules.ts'
import { decideTold, insertTold, lockTold, ownTold, zoneOfSchool } from './told.queries.ts'

type Needs = { online: PaysOnline }

/** How many days ago a transfer may be that a parent reports. */
const toldWithin = 180

export const feeOnlineOperations = implement(feesOnline, ({ online }: Needs) => ({
  async own({ db, user }) {
    const schools = user.rights.parentSchools
    if (schools.length === 0) return { schools: [], intents: [], told: [] }
    const offers = []
    for (const schoolId of schools) {
      if (!(await familyPaidBy(db, schoolId, user.id))) continue
      const account = await accountOfSchool(db, schoolId)
      offers.push({ schoolId, page: account !== undefined, code: account?.takesCodes ?? false })
    }
    const paid = offers.map(({ schoolId }) => schoolId)
    const intents = []
    for (const row of await ownIntents(db, user.id, paid, null)) intents.push(await shownIntent(db, row))
    return { schools: offers, intents, told: await ownTold(db, user.id, paid, null) }
  },

  async begin(context) {
    const { input, now, user } = context
    const { db, ...begun } = await checkedBeginning(context)
    const payer = await payerOf(db, user.id)
    const setting = {
      ...begun,
      id: newId(),
      by: input.by,
      payer,
      now,
      returnPath: '/fees/mine?waits=',
    }
    setting.returnPath += setting.id
    return outside(
      () => begunAt(online, setting),
      async ({ db: later }, answer) => {
        // What the parts are owed may have changed while the gateway was asked.
        const again = await checkedBeginning({ ...context, db: later })
        await storeIntent(later, { ...setting, ...again, payerId: user.id, begun: answer })
        const [row] = await ownIntents(later, user.id, [input.schoolId], setting.id)
        return shownIntent(later, row!, answer.url)
      },
    )
  },

  async intent({ db, user, input: { intentId } }) {
    const [row] = await ownIntents(db, user.id, user.rights.parentSchools, intentId)
    return shownIntent(db, found(row))
  },

  async tell({ db, user, now, input }) {
    const { schoolId, amount, day, reference, note = null, imageUrl = null } = input
    const family = await familyOfPayer({ db, user }, schoolId)
    const { decimals } = await settingsWanted(db, schoolId)
    mustFit(amount, decimals, 'amount')
    const today = civilDay(now, found(await zoneOfSchool(db, schoolId)))
    if (day > today) throw invalid('This day is in the future', 'day')
    if (day < daysFrom(today, -toldWithin)) throw invalid('This date cannot be used', 'day')
    if (imageUrl !== null && !(await isFreeForTransfer(db, imageUrl, schoolId, user.id)))
      throw invalid('This picture is not yours to use', 'imageUrl')
    const id = await insertTold(db, {
      schoolId,
      familyId: family.familyId,
      payerId: user.id,
      amount,
      day,
      reference,
      note,
      imageUrl,
    })
    await publish(db, { event: 'fees to look at', schoolId, actorId: user.id, payload: { of: 'told', id } })
    return found((await ownTold(db, user.id, [schoolId], id))[0])
  },

  async takeBackTold({ db, user, now, input: { toldId } }) {
    const [told] = await ownTold(db, user.id, user.rights.parentSchools, toldId)
    const { schoolId } = found(told)
    const { state } = found(await lockTold(db, schoolId, toldId))
    if (state !== 'waiting') throw conflict('This request has already been decided')
    await decideTold(db, { schoolId, id: toldId, state: 'withdrawn', by: user.id, now })
    return found((await ownTold(db, user.id, [schoolId], toldId))[0])
  },
}))

type Beginning = Pick<Context<typeof feesOnline.begin>, 'db' | 'user' | 'input'>

/** A family for which the caller pays today; a school where they pay for none is not found. */
async function familyOfPayer({ db, user }: Pick<Beginning, 'db' | 'user'>, schoolId: string) {
  if (!user.rights.parentSchools.includes(schoolId)) throw notFound()
  return found(await familyPaidBy(db, schoolId, user.id))
}

/** What a parent is about to pay; refused if any of it is not theirs, not owed, or not what they saw. */
async function checkedBeginning({ db, user, input }: Beginning) {
  const { schoolId, dueIds, amount, by } = input
  mustDiffer(dueIds, 'Invalid input', 'dueIds')
  const { code: familyCode } = await familyOfPayer({ db, user }, schoolId)
  const dues = await payableDues(db, schoolId, user.id, dueIds)
  const [first] = dues
  if (!first || dues.length < dueIds.length || dues.some(({ familyId }) => familyId !== first.familyId))
    throw notFound()
  const account = await accountOfSchool(db, schoolId)
  if (!account || (by === 'code' && !account.takesCodes)) throw conflict('This school does not take payments online')
  const { currency, decimals } = await settingsWanted(db, schoolId)
  const owed = sumOf(dues.map(({ open }) => exact(open)))
  if (dues.some(({ open }) => exact(open) <= 0n) || owed !== exact(amount))
    throw conflict('What is due has changed meanwhile; look again at what is owed', {
      current: dues.map(({ id, open }) => ({ id, open: amountText(exact(open), decimals) })),
    })
  const shares = dues.map(({ id, open }) => ({ id, share: amountText(exact(open), 3) }))
  return { db, account, currency, familyCode, familyId: first.familyId, amount: amountText(owed, 3), dues: shares }
}
