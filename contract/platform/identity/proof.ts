import * as z from 'zod/mini'
import { self } from '#contract/language/access.ts'
import { OneOf, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'

const proofWays = ['sms', 'school'] as const

/**
 * What a session must still prove. `because`: a notice that the number is no longer the person's, a year of silence, or a sign-in on a new
 * device while too many had failed (decision 082).
 */
const Proof = z.object({
  due: z.boolean(),
  because: z.nullable(z.enum(['notice', 'silence', 'guesses'])),
  ways: z.array(z.enum(proofWays)),
})

export const GivenProof = z.strictObject({ way: OneOf(proofWays), code: Text(5, 20) })

/** Further operations (api.md §16): the second proof of an account whose number may now belong to somebody else (decision 056). */
export const proof = {
  get: operation({
    path: 'Proof/GetProof',
    access: self,
    input: z.strictObject({}),
    output: Proof,
    beforeProof: true,
  }),

  /** Sends an SMS to the account's number, if that counts as a second proof. */
  sendCode: operation({
    path: 'Proof/SendCode',
    access: self,
    input: z.strictObject({}),
    output: Done,
    writes: true,
    beforeProof: true,
  }),

  give: operation({
    path: 'Proof/GiveProof',
    access: self,
    input: GivenProof,
    output: Done,
    writes: true,
    secret: true,
    beforeProof: true,
  }),
}
