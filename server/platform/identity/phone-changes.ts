import { phoneChanges, phoneChangesOnPlatform } from '#contract/platform/identity/phone-changes.ts'
import type { Caller } from '#server/access/caller.ts'
import { mustBeTwo } from '#server/access/second-person.ts'
import { conflict, forbidden, found, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { publish } from '#server/outbox/events.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { Codes } from './codes.ts'
import type { LookUpLimits } from './look-up-limits.ts'
import { foundByPhone } from './people.queries.ts'
import {
  confirmPhoneChange,
  endPhoneChange,
  insertPhoneChange,
  phoneChangeOf,
  phoneChangesOf,
  vouching,
} from './phone-changes.queries.ts'
import { bothOf, changesWithMay, isAnother, isSecond, type PeopleOfChange } from './phone-changes.rules.ts'
import { newProofCode, proofCodeHmac } from './proof-codes.ts'
import { doubtNumber, doubtOf, putProofCode } from './proof.queries.ts'

type Needs = { codes: Codes; lookUps: LookUpLimits; secrets: Secrets }

const goodFor = 7 * 24 * 3_600_000

/** A school vouches for a person whom it knows face to face (decision 056). */
const inSchools = implement(phoneChanges, ({ codes, lookUps, secrets }: Needs) => ({
  async list({ db, user, school, now, page }) {
    const { rows, total } = await phoneChangesOf(db, school.id, now, page)
    return { rows: await changesWithMay(db, user, school.id, rows), total }
  },

  async sendCode({ db, user, school, input: { phoneNumber }, http }) {
    await lookUps(user.id, [school.id])
    if (await foundByPhone(db, phoneNumber)) throw numberTaken()
    await codes.send(db, { phoneNumber, personId: user.id, http })
    return { done: true as const, changed: 1 }
  },

  async request({ db, user, school, now, audit, input: { userId, phoneNumber, code }, http }) {
    await mustVouch(db, user, school.id, userId)
    // The code is checked first: only the owner of a phone may learn whether its number has an account.
    await codes.confirm(db, { phoneNumber, code, http })
    if (await foundByPhone(db, phoneNumber)) throw numberTaken()
    const requested = { schoolId: school.id, personId: userId, newNumber: phoneNumber, requestedBy: user.id, now }
    await insertPhoneChange(db, requested)
    await audit('person', userId)
    return { done: true as const, changed: 1 }
  },

  async confirm({ db, user, school, now, audit, input: { changeId } }) {
    const change = found(await phoneChangeOf(db, school.id, changeId, now))
    const { personId } = change
    await mustBeSecond(db, user, change, school.id)
    const { isAlone, hasKeys } = await mustStillBeVouched(db, user, change)
    if (!hasKeys) throw needsTheirKeys()
    if (!isAlone) throw ofAnotherSchool()
    const oldNumber = await confirmPhoneChange(db, { id: changeId, schoolId: school.id, confirmedBy: user.id, now })
    if (oldNumber === null) throw conflict('This request has already been decided')
    await audit('person', personId)
    await publishPlanned(db, oldNumber)
    return { done: true as const, changed: 1 }
  },

  async withdraw({ db, user, school, now, audit, input: { changeId } }) {
    const { personId } = found(await phoneChangeOf(db, school.id, changeId, now))
    if (personId === user.id) throw notOneself()
    if (!(await endPhoneChange(db, changeId, 'withdrawn', now))) throw notFound()
    await audit('person', personId)
    return { done: true as const, changed: 1 }
  },

  async reportLost({ db, user, school, now, audit, input: { userId } }) {
    const { isAlone } = await mustVouch(db, user, school.id, userId)
    if (!isAlone) throw ofAnotherSchool()
    await doubtNumber(db, userId, school.id, now)
    await audit('person', userId)
    return { done: true as const, changed: 1 }
  },

  async issueProof({ db, user, school, now, audit, input: { userId } }) {
    await mustBeOurs(db, user, school.id, userId)
    if (!(await doubtOf(db, userId))) throw conflict('This account needs no second proof')
    const code = newProofCode()
    const expiresAt = new Date(+now + goodFor)
    const hmac = proofCodeHmac(secrets, userId, code)
    await putProofCode(db, { schoolId: school.id, personId: userId, hmac, issuedBy: user.id, expiresAt })
    await audit('person', userId)
    return { code, expiresAt: expiresAt.toISOString() }
  },
}))

const onPlatform = implement(phoneChangesOnPlatform, {
  async list({ db, user, now, page }) {
    const { rows, total } = await phoneChangesOf(db, null, now, page)
    const shown = []
    for (const row of rows) {
      const { isConfirmed } = await vouching(db, row.schoolId, row.personId, row.requestedBy)
      const confirm = row.waits && isConfirmed && (await isSecond(db, user, row, null))
      shown.push({ ...row, may: { confirm, withdraw: false } })
    }
    return { rows: shown, total }
  },

  async confirm({ db, user, now, audit, input: { schoolId, changeId } }) {
    const change = found(await phoneChangeOf(db, schoolId, changeId, now))
    const { personId } = change
    await mustBeSecond(db, user, change, null)
    await mustStillBeVouched(db, user, change)
    const oldNumber = await confirmPhoneChange(db, { id: changeId, schoolId, confirmedBy: user.id, now })
    if (oldNumber === null) throw conflict('This request has already been decided')
    await audit('person', personId)
    await publishPlanned(db, oldNumber)
    return { done: true as const, changed: 1 }
  },
})

export const phoneChangeOperations = [inSchools, onPlatform]

/** Refuses the person who made the request, the person whose number it is, and who owes their right to the request's side. */
async function mustBeSecond(db: Db, user: Caller, people: PeopleOfChange, at: string | null) {
  if (people.personId === user.id) throw notOneself()
  if (!isAnother(user, people)) throw forbidden('Somebody else has to confirm what you proposed')
  await mustBeTwo(db, ...bothOf(user, people, at))
}

/** Nobody vouches for themselves, and no school for a person of another school or of the platform. */
async function mustBeOurs(db: Db, user: Caller, schoolId: string, personId: string) {
  if (personId === user.id) throw notOneself()
  const found = await vouching(db, schoolId, personId, user.id)
  if (!found.isOurs) throw notFound()
  return found
}

/**
 * Refuses what could take an account over, or lock it, unless the person confirmed that they belong to the school. The caller also needs
 * every right that the account would give (decision 080).
 */
async function mustVouch(db: Db, user: Caller, schoolId: string, personId: string) {
  const found = await mustBeOurs(db, user, schoolId, personId)
  if (!found.hasKeys) throw needsTheirKeys()
  if (!found.isConfirmed)
    throw forbidden('Your school added this person lately, and they have not signed in since; it cannot do this yet')
  return found
}

type Waiting = { schoolId: string; personId: string; waits: boolean }

/** Refuses if the person has left the school since the request. */
async function mustStillBeVouched(db: Db, user: Caller, { schoolId, personId, waits }: Waiting) {
  const found = await vouching(db, schoolId, personId, user.id)
  if (waits && !found.isConfirmed)
    throw conflict('This person does not belong to this school any more, so the request can only be withdrawn')
  return found
}

const needsTheirKeys = () => forbidden('This person has rights that you do not have; somebody who has them can do this')

/** A school may not, alone, take over or lock an account that also opens another school. */
const ofAnotherSchool = () => forbidden('This person belongs to another school too, so the platform has to do this')
const notOneself = () => forbidden('Somebody else at the school has to vouch for you')
const numberTaken = () => conflict('Somebody has an account with this number', { field: 'phoneNumber' })

/** Sends an SMS to the old number, whose owner may cancel the change for 48 hours. */
const publishPlanned = (db: Db, phoneNumber: string) =>
  publish(db, { event: 'phone change planned', schoolId: null, actorId: null, payload: { phoneNumber } })
