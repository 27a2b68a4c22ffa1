import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { isOfCountries } from '#contract/language/phones.ts'
import { hashOf } from '#server/access/authorise.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid } from '#server/base/errors.ts'
import { addressOf } from '#server/call/addresses.ts'
import type { Http } from '#server/call/http.ts'
import { publish } from '#server/outbox/events.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { CodeFigures } from './code-figures.ts'
import type { SmsCodeLimits } from './code-limits.ts'
import {
  insertGrant,
  insertLetterGrant,
  isKnownNumber,
  putCode,
  putLetterCode,
  takeTry,
  useCode,
  useGrant,
} from './codes.queries.ts'
import { personByPhone } from './identity.queries.ts'
import { isKnownDevice } from './known-devices.queries.ts'
import { newSecret, nobody } from './secret.ts'

/** Codes by SMS and the grants that they are exchanged for. Of a phone and of a code, only a keyed hash is stored. */
export type Codes = {
  /**
   * Makes a code that replaces an older one and queues it as an SMS. `personId`: the signed-in person who requests it, null for a visitor. With
   * `when` false, where the budgets of unknown numbers are used up, and for a number of a country that gets no codes, does the same work and
   * sends nothing.
   */
  send: (db: Db, request: { phoneNumber: string; personId: string | null; http: Http }, when?: boolean) => Promise<void>
  /**
   * Makes the code of a letter to an invited number that no code can be sent to and that has no account. Throws 409 for any other number: whoever
   * can receive a code proves the number by it.
   */
  handOut: (db: Db, letter: { phoneNumber: string; schoolId: string }) => Promise<{ code: string; expiresAt: string }>
  /** Exchanges a code for a grant. Throws 429, or 400 with the same sentence for every error. */
  confirm: (db: Db, entered: { phoneNumber: string; code: string; http: Http }) => Promise<string>
}

type Parts = {
  /** For what must survive a refusal: these run on separate connections. */
  counters: Db
  limits: SmsCodeLimits
  secrets: Secrets
  figures: CodeFigures
  /** The countries whose numbers may get codes. */
  countries: readonly string[]
}

const shortCode = 5

/** While many codes are guessed at; one of 100 million cannot be. */
const longCode = 8

/** The hash by which a phone is stored beside its code. */
export const phoneHashOf = (secrets: Secrets, phoneNumber: string) => secrets.hmac('phone', phoneNumber)

export function smsCodes({ counters, limits, secrets, figures, countries }: Parts): Codes {
  const codeHmacOf = (phoneNumber: string, code: string) => secrets.hmac('code', `${phoneNumber} ${code}`)

  const placeOf = ({ address }: Http) => secrets.hmac('limits', `code ${addressOf(address)}`)

  return {
    async send(db, { phoneNumber, personId, http }, when = true) {
      const isKnown = await isKnownNumber(db, phoneNumber)
      const device = await deviceKnownTo(db, phoneNumber, http)
      const request = { phoneNumber, isKnown, address: http.address, knownDevice: device, personId }
      const { isHeldBack, isLong } = await limits.sending(request)
      const digits = isLong ? longCode : shortCode
      const code = String(randomInt(10 ** digits)).padStart(digits, '0')
      const kept = {
        phoneHash: phoneHashOf(secrets, phoneNumber),
        codeHmac: codeHmacOf(phoneNumber, code),
        requestedFrom: placeOf(http),
      }
      const sends = when && !isHeldBack && isOfCountries(phoneNumber, countries)
      await putCode(db, kept, sends)
      const event = { event: 'code', schoolId: null, actorId: null, payload: { phoneNumber, code } } as const
      await publish(db, event, sends)
    },

    async handOut(db, { phoneNumber, schoolId }) {
      if (isOfCountries(phoneNumber, countries)) throw conflict('This number can receive a code by SMS')
      if (await personByPhone(db, phoneNumber)) throw conflict('Somebody has an account with this number')
      const code = String(randomInt(10 ** longCode)).padStart(longCode, '0')
      const kept = { phoneHash: phoneHashOf(secrets, phoneNumber), codeHmac: codeHmacOf(phoneNumber, code) }
      return { code, expiresAt: await putLetterCode(db, { ...kept, handedOutIn: schoolId }) }
    },

    async confirm(db, { phoneNumber, code, http }) {
      const tried = { phoneHash: phoneHashOf(secrets, phoneNumber), codeHmac: codeHmacOf(phoneNumber, code) }
      const isKnown = await isKnownNumber(db, phoneNumber)
      const knownDevice = await deviceKnownTo(db, phoneNumber, http)

      // Outside the call's transaction, because a try counts even if the call is refused.
      const live = await takeTry(counters, tried.phoneHash, { from: placeOf(http), atMost: figures.tries })
      // Without a live code nothing can be guessed, so such a try does not use up the figure of all accounts.
      const counted = await limits.trying({ address: http.address, isGuess: isKnown && live !== undefined })
      // Also refused where there is no account, so that nothing shows which numbers have one.
      if (counted.needsLong && code.length < longCode && knownDevice === null)
        throw invalid('Please request a new code; it will have more digits')

      const right = timingSafeEqual(live?.codeHmac ?? randomBytes(32), tried.codeHmac)
      if (!right) throw notRight()

      // Before the code's row is locked, because tries that wait for that row may occupy all connections of the counters.
      await limits.succeeded({ address: http.address, isKnown }, counted)
      if (!(await useCode(db, tried.phoneHash, tried.codeHmac))) throw notRight()
      const grant = newSecret()
      const proved = { grantHash: hashOf(grant), phoneNumber }
      const schoolId = live?.handedOutIn
      await (schoolId ? insertLetterGrant(db, { ...proved, schoolId }) : insertGrant(db, proved))
      return grant
    },
  }
}

/** The calling device, if the account of a phone knows it. */
async function deviceKnownTo(db: Db, phoneNumber: string, { device }: Http) {
  const person = await personByPhone(db, phoneNumber)
  return (await isKnownDevice(db, person?.id ?? nobody, hashOf(device ?? ''))) ? device : null
}

/** The same sentence for every error, so that it reveals nothing. */
const notRight = () => invalid('The code is not correct or has expired')

export const hashOfGrant = (grant: string | null | undefined) => hashOf(grant ?? '')

/** Uses a grant up and returns the phone for which it was given. Throws 400 if it is unknown, used, too old or missing. */
export async function phoneOfGrant(db: Db, grant: string | null | undefined): Promise<string> {
  const phoneNumber = await useGrant(db, hashOfGrant(grant))
  if (!phoneNumber) throw invalid('Please confirm your phone number again')
  return phoneNumber
}
