import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { schoolSettings } from '#contract/platform/schools/school-settings.ts'
import { seeOnly } from '#server/access/authorise.queries.ts'
import { edited } from '#server/call/concurrent-edit.ts'
import { conflict, forbidden, found, invalid, notFound } from '#server/base/errors.ts'
import { publish } from '#server/outbox/events.ts'
import { isListed } from '#server/platform/reference/reference.queries.ts'
import { giveRole, holdsRole } from '#server/platform/roles/holders.queries.ts'
import { type Context, implement } from '#server/call/implement.ts'
import {
  countPendingSchools,
  countryOfSchool,
  handOver,
  insertSchool,
  lockedAdminOf,
  lockSubmitter,
} from './school-settings.queries.ts'
import { schoolSeen } from './schools.queries.ts'
import { administers, schoolWithMay } from './schools.rules.ts'

const pendingAtMost = 3
const managerRole = builtInRoles.schoolManager.id

type Needs = { smsCountries: readonly string[] }

export const schoolSettingOperations = implement(schoolSettings, ({ smsCountries }: Needs) => ({
  async add({ db, user, audit, input }) {
    await mustBeListed(db, input.schoolTypeId)
    await lockSubmitter(db, user.id)
    if ((await countPendingSchools(db, user.id)) >= pendingAtMost)
      throw conflict('You already have 3 schools waiting for approval')

    const id = await insertSchool(db, { ...input, adminId: user.id })
    await seeOnly(db, { schools: [id] })
    await giveRole(db, { personId: user.id, roleId: managerRole, schoolId: id, source: 'given' }, user.id)
    await audit('school', id)
    await publish(db, { event: 'school submitted', schoolId: id, actorId: user.id, payload: {} })
    return (await schoolSeen(db, id, 'member', true))!
  },

  async update(context) {
    const { db, user, may, audit, input } = context
    const { id, baseVersion, adminId, country, ...others } = input
    // A country that was read, and is sent back, goes on to follow from the time zone.
    const changes = { ...others, ...(country && country !== (await countryOfSchool(db, id)) && { country }) }
    await mustBeListed(db, changes.schoolTypeId)
    if (changes.phoneCountries?.some((one) => !smsCountries.includes(one)))
      throw invalid('This country cannot receive codes here yet', 'phoneCountries')
    const fromId = await lockedAdminOf(db, id)
    const toId = adminId != null && adminId !== fromId ? adminId : undefined
    if (toId) await mayHandOver(context, fromId, toId)

    let before = 0
    const row = await edited(db, schoolSettings.update, {
      table: 'schools',
      schoolId: null,
      id,
      baseVersion,
      changes,
      further: async () => (toId ? handOver(db, id, fromId, toId) : 0),
      validate: ({ version }) => void (before = version ?? 0),
      read: async () => schoolWithMay(db, user, found(await schoolSeen(db, id, 'member', may('ViewSchoolData')))),
    })
    const changesMore = Object.values(changes).some((value) => value !== undefined)
    if (changesMore && (row.version ?? 0) > before) await audit('school', id)
    if (toId) {
      await audit('person', toId)
      await publish(db, { event: 'school handed over', schoolId: id, actorId: user.id, payload: { fromId, toId } })
    }
    return row
  },
}))

async function mayHandOver({ db, user, school }: Context<typeof schoolSettings.update>, fromId: string, toId: string) {
  if (!administers(user, fromId)) throw forbidden('Only the administrator can hand the school over')
  if (!(await holdsRole(db, { personId: toId, roleId: managerRole, schoolId: school.id })))
    throw invalid('The new administrator must already be a manager of this school', 'schoolAdminId')
}

async function mustBeListed(db: Context<typeof schoolSettings.add>['db'], schoolTypeId?: string | null) {
  if (schoolTypeId && !(await isListed(db, 'schoolTypes', schoolTypeId))) throw notFound()
}
