import { proof } from '#contract/platform/identity/proof.ts'
import { asciiDigits } from '#contract/language/text.ts'
import { conflict, invalid } from '#server/base/errors.ts'
import { addressOf } from '#server/call/addresses.ts'
import type { Http } from '#server/call/http.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { Caller } from '#server/access/caller.ts'
import { recordAccount } from '#server/platform/audit/account-lines.rules.ts'
import type { Codes } from './codes.ts'
import { trustDevice } from './known-devices.rules.ts'
import { proofCodeHmac } from './proof-codes.ts'
import type { LoginLimits } from './login-limits.ts'
import { passwordOf } from './people.queries.ts'
import { type Doubt, doubtOf, proveSession, useProofCode } from './proof.queries.ts'
import type { TriesOfPerson } from './tries-of-person.ts'
import type { WaitingInvitations } from './waiting-invitations.ts'

type Needs = {
  codes: Codes
  logins: LoginLimits
  proofs: TriesOfPerson
  secrets: Secrets
  invitations: WaitingInvitations
}

/**
 * The second proof of an account whose number may now belong to somebody else (decision 056), or of a sign-in on a new device where too
 * many have failed (decision 082).
 */
export const proofOperations = implement(proof, ({ codes, logins, proofs, secrets, invitations }: Needs) => ({
  async get({ db, user }) {
    if (!user.proofDue) return { due: false, because: null, ways: [] }
    const { because, smsProves } = await toProve(db, user)
    // A school's code ends a doubt about the number, and here there is none.
    if (because === 'guesses') return { due: true, because, ways: ['sms' as const] }
    return { due: true, because, ways: smsProves ? ['sms' as const, 'school' as const] : ['school' as const] }
  },

  async sendCode({ db, user, http }) {
    const { phoneNumber } = await byPhone(db, user)
    await codes.send(db, { phoneNumber, personId: user.id, http })
    return { done: true as const, changed: 1 }
  },

  async give({ db, user, now, input: { way, code }, http }) {
    const { phoneNumber, because } = await (way === 'sms' ? byPhone(db, user) : doubted(db, user))
    const lifts = because !== 'guesses'
    if (way === 'sms') {
      await codes.confirm(db, { phoneNumber, code: asciiDigits(code), http })
    } else {
      await proofs.trying(user.id, addressOf(http.address))
      if (!(await useProofCode(db, user.id, proofCodeHmac(secrets, user.id, code), now)))
        throw invalid('The code is not correct or has expired', 'code')
      await proofs.succeeded(user.id, addressOf(http.address))
    }
    await proveSession(db, { sessionId: user.sessionId, personId: user.id, lifts })
    if (!lifts) await logins.succeeded(db, { phoneNumber, address: http.address, knownDevice: null, hasAccount: true })
    await proved(db, user, http)
    await invitations.offer(db, user.id, phoneNumber) // the sign-in that is proved now could not ask yet
    return { done: true as const, changed: 1 }
  },
}))

/** A code to the number is a proof only if the password is older than the silence. */
async function byPhone(db: Db, user: Caller) {
  const doubt = await toProve(db, user)
  if (!doubt.smsProves) throw conflict('A code by SMS is no second proof here; ask your school for one')
  return doubt
}

/** A doubt about the number; a code of a school ends nothing else. */
async function doubted(db: Db, user: Caller) {
  const doubt = await toProve(db, user)
  if (doubt.because === 'guesses') throw conflict('Only a code by SMS confirms this sign-in')
  return doubt
}

/** What this session must still prove. */
async function toProve(db: Db, { id, proofDue }: Caller): Promise<Doubt> {
  if (!proofDue) throw conflict('This account needs no second proof')
  const doubt = await doubtOf(db, id)
  return doubt ?? { because: 'guesses', smsProves: true, phoneNumber: (await passwordOf(db, id)).phoneNumber }
}

async function proved(db: Db, { id, sharedComputer }: Caller, http: Http) {
  const by = { accountId: id, actorId: id, operation: proof.give }
  const isNewDevice = !sharedComputer && (await trustDevice(db, id, http))
  await recordAccount(db, http, { event: isNewDevice ? ['proved', 'deviceKnown'] : 'proved', ...by })
}
