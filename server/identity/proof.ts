import { proof } from '#contract/identity/proof.ts'
import { asciiDigits } from '#contract/language/text.ts'
import { conflict, invalid } from '#server/call/errors.ts'
import type { Http } from '#server/call/http.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import type { Secrets } from '#server/secrets.ts'
import type { Caller } from '#server/access/caller.ts'
import { offerTeaching } from '#server/teachers/staff-invitations.rules.ts'
import { recordAccount } from './account-lines.rules.ts'
import type { Codes } from './codes.ts'
import { trustDevice } from './known-devices.rules.ts'
import { proofCodeHmac } from './proof-codes.ts'
import { doubtOf, proveSession, useProofCode } from './proof.queries.ts'
import type { TriesOfPerson } from './tries-of-person.ts'

type Needs = { codes: Codes; proofs: TriesOfPerson; secrets: Secrets }

/** The second proof of an account whose number may now belong to somebody else (decision 056). */
export const proofOperations = implement(proof, ({ codes, proofs, secrets }: Needs) => ({
  async get({ db, user }) {
    const doubt = user.proofDue ? await doubtOf(db, user.id) : undefined
    const ways = doubt?.smsProves ? (['sms', 'school'] as const) : (['school'] as const)
    return { due: user.proofDue, because: doubt?.because ?? null, ways: user.proofDue ? [...ways] : [] }
  },

  async sendCode({ db, user, http }) {
    const { phoneNumber } = await byPhone(db, user)
    await codes.send(db, { phoneNumber, http })
    return { done: true as const, changed: 1 }
  },

  async give({ db, user, now, input: { way, code }, http }) {
    const { phoneNumber } = await (way === 'sms' ? byPhone(db, user) : doubted(db, user))
    if (way === 'sms') {
      await codes.confirm(db, { phoneNumber, code: asciiDigits(code), http })
    } else {
      await proofs.trying(user.id)
      if (!(await useProofCode(db, user.id, proofCodeHmac(secrets, user.id, code), now)))
        throw invalid('The code is not correct or has expired', 'code')
      await proofs.succeeded(user.id)
    }
    await proveSession(db, { sessionId: user.sessionId, personId: user.id, lifts: true })
    await proved(db, user, http)
    await offerTeaching(db, user.id, phoneNumber) // the sign-in that is proved now could not ask yet
    return { done: true as const, changed: 1 }
  },
}))

/** A code to the number is a proof only if the password is older than the silence. */
async function byPhone(db: Db, user: Caller) {
  const doubt = await doubted(db, user)
  if (!doubt.smsProves) throw conflict('A code by SMS is no second proof here; ask your school for one')
  return doubt
}

async function doubted(db: Db, { id, proofDue }: Caller) {
  const doubt = proofDue ? await doubtOf(db, id) : undefined
  if (!doubt) throw conflict('This account needs no second proof')
  return doubt
}

async function proved(db: Db, { id, sharedComputer }: Caller, http: Http) {
  const by = { accountId: id, actorId: id, operation: proof.give }
  const isNewDevice = !sharedComputer && (await trustDevice(db, id, http))
  await recordAccount(db, http, { event: isNewDevice ? ['proved', 'deviceKnown'] : 'proved', ...by })
}
