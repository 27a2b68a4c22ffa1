import { ownPhoneChanges } from '#contract/platform/identity/phone-changes.ts'
import { seeOnly } from '#server/access/authorise.queries.ts'
import { changedMeanwhile, invalid, notFound } from '#server/base/errors.ts'
import type { Http } from '#server/call/http.ts'
import { addressOf } from '#server/call/addresses.ts'
import { implement, outside } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { publish } from '#server/outbox/events.ts'
import { recordAccount } from '#server/platform/audit/account-lines.rules.ts'
import { type Codes, phoneOfGrant } from './codes.ts'
import { personByPhone } from './identity.queries.ts'
import { forgetDevices } from './known-devices.rules.ts'
import { hashing, isPassword } from './passwords.ts'
import { passwordOf } from './people.queries.ts'
import { changePhone, endPhoneChange, nameOfSchool, openChangeOf, openChangeOfNumber } from './phone-changes.queries.ts'
import { endOtherSessionsOf } from './sessions.rules.ts'
import type { TriesOfPerson } from './tries-of-person.ts'
import { lockPhones } from './phone-locks.queries.ts'
import type { WaitingInvitations } from './waiting-invitations.ts'

type Needs = { codes: Codes; passwords: TriesOfPerson; invitations: WaitingInvitations }

/** People change their own number with their password and a code sent to each of the two numbers (decision 056). */
export const ownPhoneChangeOperations = implement(ownPhoneChanges, ({ codes, passwords, invitations }: Needs) => ({
  async sendCodes({ db, user, input: { phoneNumber }, http }) {
    const { phoneNumber: was } = await passwordOf(db, user.id)
    if (phoneNumber === was) throw invalid('This is your number already', 'phoneNumber')
    const isFree = (await personByPhone(db, phoneNumber)) === undefined
    await codes.send(db, { phoneNumber: was, personId: user.id, http })
    await codes.send(db, { phoneNumber, personId: user.id, http }, isFree)
    return { done: true as const, changed: 1 }
  },

  async change({ db, user, input: { phoneNumber, oldCode, newCode, password }, http }) {
    const { phoneNumber: was, passwordHash } = await passwordOf(db, user.id)
    if (phoneNumber === was) throw invalid('This is your number already', 'phoneNumber')
    hashing.admit(addressOf(http.address))
    await passwords.trying(user.id)
    return outside(
      () => isPassword(passwordHash, password, http.address),
      async ({ db }, isRight) => {
        if (!isRight) throw invalid('The old password is not correct', 'password')
        await passwords.succeeded(user.id)
        await codes.confirm(db, { phoneNumber: was, code: oldCode, http })
        await codes.confirm(db, { phoneNumber, code: newCode, http })
        await lockPhones(db, [phoneNumber])
        if (!(await changePhone(db, user.id, was, phoneNumber))) throw changedMeanwhile()

        await recordAccount(db, http, {
          event: 'phoneChanged',
          accountId: user.id,
          actorId: user.id,
          operation: ownPhoneChanges.change,
        })
        await forgetDevices(db, user.id, { except: http.device })
        const ended = await endOtherSessionsOf(db, user)
        for (const number of [was, phoneNumber]) await publishChanged(db, number)
        // This session continues, so there is no new sign-in that would ask about offers of teaching.
        await invitations.offer(db, user.id, phoneNumber)
        return { done: true as const, changed: 1 + ended }
      },
    )
  },

  async get({ db, user }) {
    const change = await openChangeOf(db, user.id)
    if (!change) return null
    const { id, schoolId, newNumber, appliesAt } = change
    await seeOnly(db, { schools: [schoolId] })
    return { id, schoolName: await nameOfSchool(db, schoolId), newNumber, appliesAt }
  },

  async cancel({ db, user, now, input: { grant }, http }) {
    const change = user ? await openChangeOf(db, user.id) : await openChangeOfNumber(db, await phoneOfGrant(db, grant))
    if (!change || !(await endPhoneChange(db, change.id, 'cancelled', now))) throw notFound()
    await cancelled(db, http, change.personId)
    return { done: true as const, changed: 1 }
  },
}))

const publishChanged = (db: Db, phoneNumber: string) =>
  publish(db, { event: 'phone changed', schoolId: null, actorId: null, payload: { phoneNumber } })

const cancelled = (db: Db, http: Http, personId: string) =>
  recordAccount(db, http, {
    event: 'phoneChangeCancelled',
    accountId: personId,
    actorId: personId,
    operation: ownPhoneChanges.cancel,
  })

/** Cancels the change that a school has begun, because a person has proved that they have the old number. */
export async function cancelByNumber(db: Db, phoneNumber: string, now: Date, http: Http) {
  const change = await openChangeOfNumber(db, phoneNumber)
  if (change && (await endPhoneChange(db, change.id, 'cancelled', now))) await cancelled(db, http, change.personId)
}
