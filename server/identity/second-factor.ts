import { asciiDigits } from '#contract/language/text.ts'
import type { Clock } from '#server/clock.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid } from '#server/call/errors.ts'
import type { Secrets } from '#server/secrets.ts'
import type { TriesOfPerson } from './tries-of-person.ts'
import { type EnrolledFactor, useStep } from './second-factor.queries.ts'
import { stepOf } from './second-factor-code.ts'

/** A person whose password was right, with their second factor, if they have one. */
type Proving = { id: string; factor: EnrolledFactor | undefined; isPlatform: boolean }

/** Lets a person whose password was right go on, or throws 400; answers whether a code was given. Each code opens once. */
export type SecondFactor = (db: Db, person: Proving, otpCode: string | null | undefined) => Promise<boolean>

/** What sealed secrets are sealed for. */
export const purpose = 'second factor'

type Parts = {
  secrets: Secrets
  clock: Clock
  compulsory: 'platform' | null
  tries: TriesOfPerson
  alarm: (what: string) => void
}

/**
 * The second factor of enrolled people; `compulsory` for all platform staff, enrolled or not (api.md §2.6). What only
 * the operator can repair goes to `alarm`.
 */
export const secondFactor =
  ({ secrets, clock, compulsory, tries, alarm }: Parts): SecondFactor =>
  async (db, { id: personId, factor, isPlatform }, otpCode) => {
    if (!factor) {
      if (compulsory && isPlatform) throw codeNeeded()
      return false
    }
    const secret = opened(secrets, factor.sealedSecret)
    if (secret === null) {
      alarm(
        `the second factor of person ${personId} was sealed with another SECRET: put that one back, or enrol the person again with npm run second-factor`,
      )
      throw conflict('Your authenticator must be set up again by the operator')
    }
    if (!otpCode) throw codeNeeded()
    // Whatever the address: the password was right, so only the person's own count stands between a guesser and them.
    await tries.trying(personId)
    const step = stepOf(secret, asciiDigits(otpCode), { now: clock.now().getTime(), lastStep: factor.lastStep })
    if (step === null || !(await useStep(db, personId, step))) throw codeNeeded()
    await tries.succeeded(personId)
    return true
  }

/** Null where it was sealed with another key. */
function opened(secrets: Secrets, sealed: Buffer) {
  try {
    return secrets.open(purpose, sealed)
  } catch {
    return null
  }
}

const codeNeeded = () => invalid('Enter the code of your authenticator')
