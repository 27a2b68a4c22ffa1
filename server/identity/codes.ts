import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { hashOf } from '#server/access/authorise.ts'
import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/call/errors.ts'
import type { Http } from '#server/call/http.ts'
import { publish } from '#server/outbox/events.ts'
import type { Secrets } from '#server/secrets.ts'
import type { CodeFigures } from './code-figures.ts'
import type { SmsCodeLimits } from './code-limits.ts'
import { insertGrant, putCode, takeTry, useCode, useGrant } from './codes.queries.ts'
import { personByPhone } from './identity.queries.ts'
import { isKnownDevice } from './known-devices.queries.ts'
import { newSecret, nobody } from './secret.ts'

/** Codes by SMS and the grants that they are exchanged for. Of a phone and of a code, only a keyed hash is stored. */
export type Codes = {
  /** Makes a code that replaces an older one and queues it as an SMS. With `when` false, does the same work and sends nothing. */
  send: (db: Db, request: { phoneNumber: string; http: Http }, when?: boolean) => Promise<void>
  /** Exchanges a code for a grant. Throws 429, or 400 with the same sentence for every error. */
  confirm: (db: Db, entered: { phoneNumber: string; code: string; http: Http }) => Promise<string>
}

type Parts = {
  /** For what must survive a refusal: these run on separate connections. */
  counters: Db
  limits: SmsCodeLimits
  secrets: Secrets
  figures: CodeFigures
}

/** The hash by which a phone is stored beside its code. */
export const phoneHashOf = (secrets: Secrets, phoneNumber: string) => secrets.hmac('phone', phoneNumber)

export function smsCodes({ counters, limits, secrets, figures }: Parts): Codes {
  const codeHmacOf = (phoneNumber: string, code: string) => secrets.hmac('code', `${phoneNumber} ${code}`)

  return {
    async send(db, { phoneNumber, http }, when = true) {
      await limits.sending({ phoneNumber, address: http.address })
      const code = String(randomInt(100_000)).padStart(5, '0')
      const kept = { phoneHash: phoneHashOf(secrets, phoneNumber), codeHmac: codeHmacOf(phoneNumber, code) }
      await putCode(db, kept, when)
      const event = { event: 'code', schoolId: null, actorId: null, payload: { phoneNumber, code } } as const
      await publish(db, event, when)
    },

    async confirm(db, { phoneNumber, code, http }) {
      const tried = { phoneHash: phoneHashOf(secrets, phoneNumber), codeHmac: codeHmacOf(phoneNumber, code) }
      const person = await personByPhone(db, phoneNumber)
      const knownDevice = await isKnownDevice(db, person?.id ?? nobody, hashOf(http.device ?? ''))

      await limits.trying(http.address)
      // Outside the call's transaction, because a try counts even if the call is refused.
      const live = await takeTry(counters, tried.phoneHash, figures.tries)
      // Without a live code nothing can be guessed, so such a try does not use up the limit of all accounts.
      const hasAccount = person !== undefined && live !== undefined
      const paused = (await limits.tryingAccount(hasAccount)) && !knownDevice

      const right = timingSafeEqual(live?.codeHmac ?? randomBytes(32), tried.codeHmac)
      if (!right || paused) throw notRight()

      // Before the code's row is locked, because tries that wait for that row may occupy all connections of the counters.
      await limits.succeeded({ address: http.address, hasAccount })
      if (!(await useCode(db, tried.phoneHash, tried.codeHmac))) throw notRight()
      const grant = newSecret()
      await insertGrant(db, { grantHash: hashOf(grant), phoneNumber })
      return grant
    },
  }
}

/** The same sentence for every error, so that it reveals nothing. */
const notRight = () => invalid('The code is not correct or has expired')

/** Uses a grant up and returns the phone for which it was given. Throws 400 if it is unknown, used, too old or missing. */
export async function phoneOfGrant(db: Db, grant: string | null | undefined): Promise<string> {
  const phoneNumber = await useGrant(db, hashOf(grant ?? ''))
  if (!phoneNumber) throw invalid('Please confirm your phone number again')
  return phoneNumber
}
