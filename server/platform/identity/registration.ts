import { randomUUID } from 'node:crypto'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { registration } from '#contract/platform/identity/registration.ts'
import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/base/errors.ts'
import { publish } from '#server/outbox/events.ts'
import { implement, outside } from '#server/call/implement.ts'
import { type Codes, hashOfGrant, phoneOfGrant } from './codes.ts'
import { noteLetter } from './codes.queries.ts'
import { type IsCommon, refuseGuessable } from './guessable-passwords.ts'
import { recordAccount } from '#server/platform/audit/account-lines.rules.ts'
import { forgetDevices, trustDevice } from './known-devices.rules.ts'
import { cancelByNumber } from './own-phone-changes.ts'
import { ownWords } from './own-words.queries.ts'
import { personByPhone } from './identity.queries.ts'
import { passwordHash } from './passwords.ts'
import { giveFirstRole } from '#server/platform/roles/holders.queries.ts'
import { putPassword } from './people.queries.ts'
import { lockChangeOfNumber } from './phone-changes.queries.ts'
import { type Names, savedNames } from './profile.ts'
import { doubtSilence } from './proof.queries.ts'
import { endSessionsOf } from './sessions.queries.ts'
import { nobody } from './secret.ts'
import { lockPhones } from './phone-locks.queries.ts'
import type { WaitingInvitations } from './waiting-invitations.ts'
import type { Http } from '#server/call/http.ts'
import { actAs } from '#server/access/authorise.queries.ts'
import type { Caller } from '#server/access/caller.ts'

type Needs = { codes: Codes; isCommon: IsCommon; invitations: WaitingInvitations }

export const registrationOperations = implement(registration, ({ codes, isCommon, invitations }: Needs) => ({
  async register({ db, input: { phoneNumber }, http }) {
    await codes.send(db, { phoneNumber, personId: null, http })
    return { id: randomUUID() }
  },

  async forgetPassword({ db, input: { phoneNumber }, http }) {
    const person = await personByPhone(db, phoneNumber)
    await codes.send(db, { phoneNumber, personId: null, http }, person !== undefined)
    return randomUUID()
  },

  async confirm({ db, input: { phoneNumber, code }, http }) {
    return { grant: await codes.confirm(db, { phoneNumber, code, http }), phoneNumber }
  },

  async setPassword({ db, now, input: { grant, ...typed }, http }) {
    const choice = { grant, password: chosen(typed), names: [], isCommon, invitations, http, now }
    await phoneOfChoice(db, choice)
    return outside(hashOf(choice), async ({ db }, hash) => {
      const { ended } = await passwordSet(db, choice, hash)
      return { done: true as const, changed: 1 + ended }
    })
  },

  async saveMainInfo({ db, user, now, input: { grant, password, confirmPassword, ...names }, http }) {
    if (user) return ownNames(db, user, names, password)
    const typed = [names.userName, names.firstName, names.lastName]
    const choice = {
      grant,
      password: chosen({ password, confirmPassword }),
      names: typed,
      isCommon,
      invitations,
      http,
      now,
    }
    await phoneOfChoice(db, choice)
    return outside(hashOf(choice), async ({ db }, hash) => {
      const { id } = await passwordSet(db, choice, hash)
      await actAs(db, id)
      return savedNames(db, id, names)
    })
  },
}))

/** Saves the names of a signed-in person; their password cannot be changed here. */
function ownNames(db: Db, user: Caller, names: Names, password: string | null | undefined) {
  if (password != null) throw invalid('The password is changed with ChangePassword')
  return savedNames(db, user.id, names)
}

type Typed = { password?: string | null | undefined; confirmPassword?: string | null | undefined }

/** The chosen password. Throws 400 if there is none or its repetition differs. */
function chosen({ password, confirmPassword }: Typed) {
  if (password == null) throw invalid('Password must be at least 6 characters long')
  if (password !== (confirmPassword ?? password)) throw invalid('Passwords do not match', 'confirmPassword')
  return password
}

type Choice = {
  grant: string | null | undefined
  password: string
  /** Names entered in the same form. */
  names: readonly string[]
  isCommon: IsCommon
  invitations: WaitingInvitations
  http: Http
  now: Date
}

const hashOf =
  ({ password, http }: Choice) =>
  () =>
    passwordHash(password, http.address)

/**
 * Uses the grant up and returns its phone. Throws 400 if the grant is not valid or the person of its phone may not choose this password.
 */
async function phoneOfChoice(db: Db, { grant, password, names, isCommon }: Choice) {
  const phoneNumber = await phoneOfGrant(db, grant)
  const before = await ownWords(db, (await personByPhone(db, phoneNumber))?.id ?? nobody)
  refuseGuessable(password, 'password', { isCommon, own: [phoneNumber, ...names, ...before] })
  return phoneNumber
}

/** Makes the account of the grant's phone, or gives it a new password and ends all its sessions. */
async function passwordSet(db: Db, choice: Choice, hash: string) {
  const { invitations, http, now } = choice
  const phoneNumber = await phoneOfChoice(db, choice)
  await lockPhones(db, [phoneNumber])
  await lockChangeOfNumber(db, phoneNumber)
  const { id, isNew } = await putPassword(db, { phoneNumber, hash })
  await noteLetter(db, id, hashOfGrant(choice.grant))
  if (isNew) await giveFirstRole(db, id, builtInRoles.standard.id)
  // A person who already has an account answers invitations in the inbox instead.
  const by = { accountId: id, actorId: null, operation: registration.setPassword }
  if (isNew)
    await invitations.take(db, { id, phoneNumber }, { operation: by.operation.path, requestId: http.requestId })
  const inDoubt = await doubtSilence(db, id, now)
  if (!inDoubt) await invitations.offer(db, id, phoneNumber)
  await cancelByNumber(db, phoneNumber, now, http)
  await forgetDevices(db, id, { except: null })
  // The person has proved the phone on this device, so a pause of new devices does not lock them out. If it is in doubt who owns the phone,
  // this proves nothing.
  await recordAccount(db, http, { event: 'passwordSet', ...by })
  if (!inDoubt && (await trustDevice(db, id, http))) await recordAccount(db, http, { event: 'deviceKnown', ...by })
  const ended = await endSessionsOf(db, id, null)
  // No warning after a first password, because it was just chosen with a code to the same number.
  await publish(db, { event: 'password set', schoolId: null, actorId: null, payload: { phoneNumber } }, !isNew)
  return { id, ended }
}
