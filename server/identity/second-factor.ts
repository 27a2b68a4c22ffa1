import { asciiDigits } from '#contract/text.ts'
import { actAs, rightsOf } from '#server/authorise.queries.ts'
import type { Db } from '#server/db/db.ts'
import { invalid } from '#server/errors.ts'
import type { Secrets } from '#server/secrets.ts'
import { secondFactorOf, useStep } from './second-factor.queries.ts'
import { stepOf } from './second-factor-code.ts'

/** Lets a person whose password was right go on, or throws 400. Each code opens once. */
export type SecondFactor = (db: Db, personId: string, otpCode: string | null | undefined) => Promise<void>

/** What sealed secrets are sealed for. */
export const purpose = 'second factor'

/** The second factor of those who are enrolled; `compulsory` for all platform staff, enrolled or not (api.md §2.6). */
export const secondFactor =
  (secrets: Secrets, compulsory: 'platform' | null): SecondFactor =>
  async (db, personId, otpCode) => {
    const factor = await secondFactorOf(db, personId)
    if (!factor) {
      if (compulsory && (await isPlatform(db, personId))) throw codeNeeded()
      return
    }
    const secret = secrets.open(purpose, factor.sealedSecret)
    const step = stepOf(secret, asciiDigits(otpCode ?? ''), { now: Date.now(), lastStep: factor.lastStep })
    if (step === null || !(await useStep(db, personId, step))) throw codeNeeded()
  }

const codeNeeded = () => invalid('Enter the code of your authenticator')

async function isPlatform(db: Db, personId: string) {
  await actAs(db, personId)
  return (await rightsOf(db, personId)).isPlatform
}
