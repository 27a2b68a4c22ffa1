import { invalid } from '#server/base/errors.ts'
import { addressOf } from '#server/call/addresses.ts'
import type { Http } from '#server/call/http.ts'
import { type Again, outside, type Outside } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { hashing, isPassword } from './passwords.ts'
import { passwordOf } from './people.queries.ts'
import type { TriesOfPerson } from './tries-of-person.ts'
import type { SecondFactor } from './second-factor.ts'
import { secondFactorRow } from './second-factor.queries.ts'

/**
 * Asks a signed-in person for the code of their authenticator again, if they have one. Throws 400 without the right code. Returns whether they have
 * one.
 */
export type ProveAgain = {
  (db: Db, personId: string, otpCode: string | null | undefined): Promise<boolean>
  /** Whether a code is asked for. */
  isNeeded: (db: Db, personId: string) => Promise<boolean>
}

export function proveAgain(secondFactor: SecondFactor): ProveAgain {
  const factorOf = async (db: Db, personId: string) => (await secondFactorRow(db, personId).execute(db)).rows[0]
  const prove = async (db: Db, personId: string, otpCode: string | null | undefined) => {
    const factor = await factorOf(db, personId)
    if (factor) await secondFactor(db, { id: personId, factor, isPlatform: false, worksByLetter: false }, otpCode)
    return factor !== undefined
  }
  return Object.assign(prove, {
    isNeeded: async (db: Db, personId: string) => (await factorOf(db, personId)) !== undefined,
  })
}

type Proving = Again & { user: { id: string }; http: Http }
type Proof = { otpCode?: string | null | undefined; password?: string | null | undefined }

/** Does work for which a signed-in person proves again who they are: with the code of their authenticator, or without one with the password. */
export type AskAgain = <R>(call: Proving, proof: Proof, work: (again: Again) => Promise<R>) => Promise<R | Outside<R>>

export const askAgain =
  (prove: ProveAgain, passwords: TriesOfPerson): AskAgain =>
  async ({ db, user, http, audit }, { otpCode, password }, work) => {
    if (await prove(db, user.id, otpCode)) return work({ db, audit })
    if (password == null) throw invalid('Enter your password again', 'password')
    const { passwordHash } = await passwordOf(db, user.id)
    hashing.admit(addressOf(http.address))
    await passwords.trying(user.id)
    return outside(
      () => isPassword(passwordHash, password, http.address),
      async (again, isRight) => {
        if (!isRight) throw invalid('Enter your password again', 'password')
        await passwords.succeeded(user.id)
        return work(again)
      },
    )
  }
