import { users } from '#contract/platform/identity/users.ts'
import { insertLines } from '#server/access/audit.queries.ts'
import { conflict, found, invalid, notFound } from '#server/base/errors.ts'
import { publish } from '#server/outbox/events.ts'
import { addressOf } from '#server/call/addresses.ts'
import { implement, outside } from '#server/call/implement.ts'
import { isAlive } from '#server/access/session.ts'
import { accountLines } from '#server/platform/audit/account-lines.queries.ts'
import { type AccountEvent, recordAccount } from '#server/platform/audit/account-lines.rules.ts'
import { deviceOf } from '#server/access/devices.rules.ts'
import { type IsCommon, refuseGuessable } from './guessable-passwords.ts'
import { forgetDevices } from './known-devices.rules.ts'
import type { LookUpLimits } from './look-up-limits.ts'
import { meets } from '#server/access/meeting.queries.ts'
import { hashing, isPassword, passwordHash } from './passwords.ts'
import { ownWords } from './own-words.queries.ts'
import { changePassword, foundByPhone, namesOf, passwordOf, ownDetails } from './people.queries.ts'
import { savedProfile } from './profile.ts'
import { endSessionOf, sessionsOf } from './sessions.queries.ts'
import { endOtherSessionsOf, mustStillBeSignedIn } from './sessions.rules.ts'
import type { TriesOfPerson } from './tries-of-person.ts'
import type { Caller } from '#server/access/caller.ts'

type Needs = { lookUps: LookUpLimits; passwords: TriesOfPerson; isCommon: IsCommon }

export const userOperations = implement(users, ({ lookUps, passwords, isCommon }: Needs) => ({
  async byPhone({ db, user, input: { phoneNumber }, http }) {
    const schools = schoolsOfLookUp(user)
    if (schools.length === 0 && !users.byPhone.access.platformKeys.some((key) => user.rights.appKeys.includes(key)))
      throw conflict('Your school is not approved yet or not active; people can be found and linked once it is')
    await lookUps(user.id, schools)
    const person = (await foundByPhone(db, phoneNumber)) ?? null
    const line = { personId: user.id, operation: users.byPhone.path, outcome: 'read', requestId: http.requestId }
    const schoolId = schools.length === 1 ? schools[0]! : null
    await insertLines(db, [{ ...line, schoolId, targetKind: 'user', targetId: person?.id ?? null }])
    return person
  },

  async get({ db, user, input: { userId } }) {
    const self = userId === user.id
    if (!self && !readsAnyone(user) && !(await meets(db, { id: user.id, ...user.rights }, userId))) throw notFound()
    return found(await (self ? ownDetails(db, userId) : namesOf(db, userId)))
  },

  update: ({ db, user, input, now }) => savedProfile(db, user.id, input, now),

  async changePassword({ db, user, input: { oldPassword, newPassword, confirmNewPassword }, http }) {
    if (newPassword !== confirmNewPassword) throw invalid('Passwords do not match', 'confirmNewPassword')
    const { phoneNumber, passwordHash: was } = await passwordOf(db, user.id)
    refuseGuessable(newPassword, 'newPassword', { isCommon, own: [phoneNumber, ...(await ownWords(db, user.id))] })
    hashing.admit(addressOf(http.address))
    await passwords.trying(user.id)
    const hash = async () =>
      (await isPassword(was, oldPassword, http.address)) ? passwordHash(newPassword, http.address) : null
    return outside(hash, async ({ db }, hash) => {
      if (hash === null || !(await changePassword(db, user.id, was, hash)))
        throw invalid('The old password is not correct', 'oldPassword')

      await passwords.succeeded(user.id)
      await recordAccount(db, http, own(user, 'passwordChanged', users.changePassword))
      await forgetDevices(db, user.id, { except: http.device })
      const ended = await endOtherSessionsOf(db, user)
      await publish(db, { event: 'password set', schoolId: null, actorId: null, payload: { phoneNumber } })
      return { done: true as const, changed: 1 + ended }
    })
  },

  async sessions({ db, user, now }) {
    const all = await sessionsOf(db, user.id)
    return all
      .filter((session) => isAlive(session, user.rights, now))
      .map(({ id, userAgent, sharedComputer, createdAt, lastUsedAt }) => ({
        id,
        device: deviceOf(userAgent),
        current: id === user.sessionId,
        sharedComputer,
        createDate: createdAt,
        lastUseDate: lastUsedAt,
      }))
  },

  async endSession({ db, user, input: { sessionId }, http }) {
    await mustStillBeSignedIn(db, user)
    if (!(await endSessionOf(db, user.id, sessionId))) throw notFound()
    await recordAccount(db, http, own(user, 'sessionEnded', users.endSession))
    if (sessionId === user.sessionId) http.clearSession()
    return { done: true as const, changed: 1 }
  },

  async accountLines({ db, user, page }) {
    const { rows, total } = await accountLines(db, user.id, page)
    return { rows: rows.map((line) => ({ ...line, event: line.event as AccountEvent })), total }
  },

  async endOtherSessions({ db, user, http }) {
    // Sessions before known devices, in the same order as when everything of a person is ended.
    const changed = await endOtherSessionsOf(db, user)
    await recordAccount(db, http, own(user, 'othersEnded', users.endOtherSessions))
    await forgetDevices(db, user.id, { except: http.device })
    return { done: true as const, changed }
  },
}))

const own = ({ id }: Caller, event: AccountEvent, operation: { path: string }) => ({
  event,
  accountId: id,
  actorId: id,
  operation,
})

/** Active schools in which the caller has a key that allows a look-up. A school under review may look nobody up. */
const schoolsOfLookUp = ({ rights }: Caller) =>
  rights.schools
    .filter(({ active, keys }) => active && users.byPhone.access.keys.some((key) => keys.includes(key)))
    .map(({ id }) => id)

/** Whether the caller has one of the keys with which the platform may read everybody's name. */
const readsAnyone = ({ rights }: Caller) =>
  rights.appKeys.includes('AssignUserRole') || rights.appKeys.includes('ViewSchoolActionList')
