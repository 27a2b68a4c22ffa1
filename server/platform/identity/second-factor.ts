import { asciiDigits } from '#contract/language/text.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid } from '#server/base/errors.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { TriesOfPerson } from './tries-of-person.ts'
import { type EnrolledFactor, useStep } from './second-factor.queries.ts'
import { stepOf } from './second-factor-code.ts'

/** A person who entered the right password, with their second factor if they have one. */
type Proving = {
  id: string
  factor: EnrolledFactor | undefined
  isPlatform: boolean
  /** Works at a school with an account that began with the code of a letter. */
  worksByLetter: boolean
  knownDevice?: string | undefined
}

/** Checks the second factor after a right password, or throws 400. Returns whether a code was given. Each code is valid once. */
export type SecondFactor = (db: Db, person: Proving, otpCode: string | null | undefined) => Promise<boolean>

/** The purpose with which secrets are encrypted. */
export const purpose = 'second factor'

type Parts = {
  secrets: Secrets
  clock: Clock
  compulsory: 'platform' | null
  tries: TriesOfPerson
  alarm: (what: string) => void
}

/**
 * The second factor of enrolled people. `compulsory`: for all platform staff, enrolled or not (api.md §2.6). `alarm` gets what only the
 * operator can repair.
 */
export const secondFactor =
  ({ secrets, clock, compulsory, tries, alarm }: Parts): SecondFactor =>
  async (db, { id: personId, factor, isPlatform, worksByLetter, knownDevice }, otpCode) => {
    if (!factor) {
      if ((compulsory && isPlatform) || worksByLetter) throw codeNeeded()
      return false
    }
    const secret = opened(secrets, factor.sealedSecret)
    if (secret === null) {
      alarm(
        `the second factor of person ${personId} was sealed with another SECRET: put that one back, or enrol the person again with npm run kashkool -- second-factor`,
      )
      throw conflict('Your authenticator must be set up again by the operator')
    }
    if (!otpCode) throw codeNeeded()
    // Counted per person over all addresses: the password was right, so only this count stops somebody from guessing codes. A device that
    // the account knows has its own count, so that others who know the password do not lock the person out.
    await tries.trying(personId, knownDevice)
    const step = stepOf(secret, asciiDigits(otpCode), { now: clock.now().getTime(), lastStep: factor.lastStep })
    if (step === null || !(await useStep(db, personId, step))) throw codeNeeded()
    await tries.succeeded(personId, knownDevice)
    return true
  }

/** Null if it was encrypted with another key. */
function opened(secrets: Secrets, sealed: Buffer) {
  try {
    return secrets.open(purpose, sealed)
  } catch {
    return null
  }
}

const codeNeeded = () => invalid('Enter the code of your authenticator')
