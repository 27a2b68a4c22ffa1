import { identity } from '#contract/platform/identity/identity.ts'
import { hashOf } from '#server/access/authorise.ts'
import { actAs, childRows, seeOnly, sessionRightsRow } from '#server/access/authorise.queries.ts'
import type { Db } from '#server/db/db.ts'
import { sideBySide } from '#server/db/speculation/ways.ts'
import { invalid } from '#server/base/errors.ts'
import { memberSchoolRows, withKeys } from '#server/platform/schools/schools.queries.ts'
import { addressOf } from '#server/call/addresses.ts'
import type { Http } from '#server/call/http.ts'
import { implement, outside } from '#server/call/implement.ts'
import { lifeOf } from '#server/access/session.ts'
import { endSession, insertSession, personByPhone, personRow } from './identity.queries.ts'
import { isKnownDevice, knownDeviceRow } from './known-devices.queries.ts'
import { type AccountRecorder, recordAccount } from '#server/platform/audit/account-lines.rules.ts'
import { forgetDevices, keepKnownDevice } from './known-devices.rules.ts'
import type { LoginLimits } from './login-limits.ts'
import { hashing, isPassword } from './passwords.ts'
import { proveSession, signInRow } from './proof.queries.ts'
import { secondFactorRow } from './second-factor.queries.ts'
import type { SecondFactor } from './second-factor.ts'
import { newSecret, nobody } from './secret.ts'
import { noRights, type RightsRow } from '#server/access/caller.ts'
import { ownPhoneChangeOperations } from './own-phone-changes.ts'
import { phoneChangeOperations } from './phone-changes.ts'
import { proofOperations } from './proof.ts'
import { registrationOperations } from './registration.ts'
import { userOperations } from './users.ts'
import type { WaitingInvitations } from './waiting-invitations.ts'

type Needs = {
  logins: LoginLimits
  secondFactor: SecondFactor
  recordAccount: AccountRecorder
  invitations: WaitingInvitations
}

const sessionOperations = implement(
  identity,
  ({ logins, secondFactor, recordAccount: recordOutside, invitations }: Needs) => ({
    async login({ db, now, input: { phoneNumber, password, otpCode, sharedComputer }, http }) {
      const person = await personByPhone(db, phoneNumber)
      const known = http.device !== null && (await isKnownDevice(db, person?.id ?? nobody, hashOf(http.device)))
      const knownDevice = known ? http.device : null
      const tried = { phoneNumber, address: http.address, knownDevice, hasAccount: person !== undefined }
      hashing.admit(addressOf(http.address), known)
      const { isGuarded } = await logins.trying(tried)
      const failed = {
        event: 'failed',
        accountId: person?.id ?? null,
        actorId: null,
        operation: identity.login,
      } as const
      const compare = () => isPassword(person?.passwordHash, password, http.address, known)
      return outside(compare, async ({ db }, isRight) => {
        const begun = isRight && person ? await beginSignIn(db, person, http.device, now) : null
        if (!person || !begun?.still) {
          await recordOutside(http, failed)
          throw invalid('The phone number or password is not correct')
        }

        const byFactor = await secondFactor(db, begun, otpCode).catch(async (refused) => {
          if (otpCode) await recordOutside(http, failed)
          throw refused
        })
        const isUnproved = !begun.isKnownDevice && !byFactor && (isGuarded || begun.isUnproved)
        if (!isUnproved) await logins.succeeded(db, tried)

        const shared = sharedComputer ?? false
        const { token, proofDue } = await replaceSession(db, http, { begun, byFactor, isUnproved, shared })
        const isNewDevice = !shared && !proofDue && (await keepKnownDevice(db, person.id, http, begun.isKnownDevice))
        await recordAccount(db, http, {
          event: isNewDevice ? ['signedIn', 'deviceKnown'] : 'signedIn',
          accountId: person.id,
          actorId: person.id,
          operation: identity.login,
        })
        if (shared && known) await forgetDevices(db, person.id, { only: http.device })

        if (begun.isInvited && !proofDue) await invitations.offer(db, person.id, phoneNumber)
        const { life, ...me } = await meOf(db, person.id, begun.rights, {
          shared,
          proofDue,
          onlySchoolId: null,
        })
        http.setSession(token, shared ? null : life.absolute / 1000)
        return { ...me, token }
      })
    },

    async me({ db, user }) {
      const { life: _, ...me } = await meOf(db, user.id, user.rights, {
        shared: user.sharedComputer,
        proofDue: user.proofDue,
        onlySchoolId: user.onlySchool,
      })
      return me
    },

    async logout({ db, user, http }) {
      http.clearSession()
      const of = user?.id ?? null
      await recordAccount(db, http, { event: 'signedOut', accountId: of, actorId: of, operation: identity.logout })
      return { done: true as const, changed: http.secret ? await endSession(db, hashOf(http.secret)) : 0 }
    },
  }),
)

export const identityOperations = [
  sessionOperations,
  registrationOperations,
  userOperations,
  proofOperations,
  ownPhoneChangeOperations,
  ...phoneChangeOperations,
]

type Session = { shared: boolean; proofDue: boolean; onlySchoolId: string | null }

/** Ends the session of this browser and begins another, which may still have to be proved by a second factor or a code. */
async function replaceSession(
  db: Db,
  http: Pick<Http, 'secret' | 'userAgent'>,
  {
    begun: { id: userId, inDoubt },
    byFactor,
    isUnproved,
    shared: sharedComputer,
  }: { begun: { id: string; inDoubt: boolean }; byFactor: boolean; isUnproved: boolean; shared: boolean },
) {
  if (http.secret) await endSession(db, hashOf(http.secret))
  const token = newSecret()
  const session = { tokenHash: hashOf(token), userId, sharedComputer, userAgent: http.userAgent || null }
  const sessionId = await insertSession(db, session, isUnproved)
  if (inDoubt && byFactor) await proveSession(db, { sessionId, personId: userId, lifts: false })
  return { token, proofDue: isUnproved || (inDoubt && !byFactor) }
}

/** Reads all that a sign-in with a right password needs, in one round trip. From here on the transaction acts as that person. */
async function beginSignIn(
  db: Db,
  { id, passwordHash }: { id: string; passwordHash: string },
  device: string | null,
  now: Date,
) {
  await actAs(db, id)
  const read = await sideBySide(db, {
    begun: signInRow(db, id, passwordHash, now),
    factor: secondFactorRow(db, id),
    rights: sessionRightsRow(id, null),
    known: knownDeviceRow(db, id, hashOf(device ?? '')),
  })
  const [begun, factor, rights] = [read.begun[0]!, read.factor[0], read.rights[0]!]
  const isKnownDevice = device !== null && read.known.length > 0
  const knownDevice = isKnownDevice ? hashOf(device).toString('base64url') : undefined
  const worksByLetter = begun.byLetter && (rights.isTeacher || rights.schools.length > 0)
  return { id, ...begun, factor, rights, isPlatform: rights.isPlatform, worksByLetter, isKnownDevice, knownDevice }
}

/** A person with their roles and rights, computed now; without rights if a second proof is still missing. */
async function meOf(db: Db, personId: string, held: RightsRow, { shared, proofDue, onlySchoolId }: Session) {
  const rights = proofDue ? noRights : held
  await seeOnly(db, { schools: [...rights.schools.map(({ id }) => id), ...rights.parentSchools] })

  const { found, schools, children } = await sideBySide(db, {
    found: personRow(db, personId),
    schools: memberSchoolRows(db, rights.schools),
    children: childRows(personId, rights.parentSchools),
  })
  const person = found[0]!
  return {
    user: {
      ...person,
      userType: rights.isPlatform ? 0 : 1,
      userName: person.userName ?? '',
      middleName: person.middleName ?? '',
      imageUrl: person.imageUrl ?? '',
    },
    permissions: [...new Set([...rights.appKeys, ...rights.schools.flatMap(({ keys }) => keys)])].sort(),
    appPermissions: rights.appKeys,
    schools: withKeys(schools, rights.schools),
    isTeacher: rights.isTeacher,
    isParent: children.length > 0,
    proofDue,
    onlySchoolId,
    life: lifeOf(held, shared),
  }
}
