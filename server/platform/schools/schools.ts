import { schools } from '#contract/platform/schools/schools.ts'
import { publicSchool, reviewsSchools } from '#server/access/authorise.ts'
import { actOnPlatform, seeOnly } from '#server/access/authorise.queries.ts'
import { contactsOf } from '#server/platform/contacts/contacts.queries.ts'
import { forbidden, found } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import { memberSchools, schoolSeen, schoolsBy } from './schools.queries.ts'
import { schoolsWithMay, schoolWithMay } from './schools.rules.ts'
import type { Caller } from '#server/access/caller.ts'
import { platformSchoolOperations } from './platform-schools.ts'
import { schoolSettingOperations } from './school-settings.ts'

const schoolLists = implement(schools, {
  async list({ db, user, input, page }) {
    if (reviewsSchools(user)) {
      await actOnPlatform(db)
      const { rows, total } = await schoolsBy(db, reviewing(user), input, page)
      return { rows: await schoolsWithMay(db, user, rows), total }
    }

    if (input.coinTypeId != null || input.adminId != null || input.newSchools != null) throw forbidden()
    if (input.active === false) return { rows: [], total: 0 }
    return schoolsBy(db, 'public', { name: input.name, schoolTypeId: input.schoolTypeId, active: true }, page)
  },

  async get({ db, user, input: { schoolId } }) {
    await publicSchool(db, user, schoolId)
    const own = user?.rights.schools.find(({ id }) => id === schoolId)
    const reviewer = reviewsSchools(user)
    if (reviewer) await actOnPlatform(db)

    const seesCoins = reviewer || (own?.keys.includes('ViewSchoolData') ?? false)
    const ofOthers = reviewer ? reviewing(user) : 'public'
    const reader = own ? 'member' : ofOthers
    return schoolWithMay(db, user, found(await schoolSeen(db, schoolId, reader, seesCoins)))
  },

  async mine({ db, user, input, page }) {
    await seeOnly(db, { schools: user.rights.schools.map(({ id }) => id) })
    return memberSchools(db, user.rights.schools, input.active ?? null, page)
  },

  contacts: ({ db, input: { schoolId }, page }) => contactsOf(db, schoolId, page),
})

export const schoolOperations = [schoolLists, schoolSettingOperations, platformSchoolOperations]

/** Callers who may use support windows see which ones are open. */
const reviewing = (user: Caller | null) =>
  user?.rights.appKeys.includes('ViewSchoolActionList') ? 'supporter' : 'reviewer'
