import * as z from 'zod/mini'
import { anyone, self } from '#contract/language/access.ts'
import { Id, optional, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'

/** Why somebody came back from a provider without being signed in, as the page of sign-in reads it in its address. */
export const outsideProblems = ['notLinked', 'refused', 'away', 'old', 'factor', 'doubt', 'again', 'taken'] as const

/** The parameter of the address that says so. */
export const outsideParameter = 'outside'

const Offered = z.object({ id: z.string(), providerName: z.string(), schoolName: z.string() })

/** An account elsewhere with which the caller signs in. */
const LinkedAccount = z.object({
  id: z.string(),
  /** The name or e-mail that the provider gave. */
  label: z.nullable(z.string()),
  issuer: z.string(),
  schoolName: z.nullable(z.string()),
  linkedAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})

/**
 * A provider of a school where the caller works. `required`: the rights as staff of its school open to a session of it alone. `linked`: the
 * caller has an account of it.
 */
const Linkable = z.object({
  id: z.string(),
  providerName: z.string(),
  schoolName: z.string(),
  required: z.boolean(),
  linked: z.boolean(),
})

/** Further operations (api.md §16): sign-in with the account of a school. */
export const outsideSignIn = {
  /** Those of the schools with this domain; without one, whether any school has a provider. */
  available: operation({
    path: 'Identity/GetProviders',
    access: anyone('public'),
    input: z.strictObject({ domain: optional(Text(0, 100)) }),
    output: z.object({ some: z.boolean(), providers: z.array(Offered) }),
  }),

  linked: operation({
    path: 'Identity/GetLinked',
    access: self,
    input: z.strictObject({}),
    output: z.object({ accounts: z.array(LinkedAccount), providers: z.array(Linkable) }),
  }),

  /** Where the browser goes to link an account. The caller must have signed in with their password within the last hour. */
  link: operation({
    path: 'Identity/LinkOutside',
    access: self,
    input: z.strictObject({ providerId: Id }),
    output: z.object({ url: z.string() }),
    writes: true,
    secret: true,
  }),

  /** Ends the sessions that were opened with it too. */
  unlink: operation({
    path: 'Identity/Unlink',
    access: self,
    input: z.strictObject({ accountId: Id }),
    output: Done,
    writes: true,
  }),
}
