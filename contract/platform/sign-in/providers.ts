import * as z from 'zod/mini'
import { proofAgain } from '#contract/platform/connections/program-keys.ts'
import { staff } from '#contract/language/access.ts'
import { BaseVersion, Bool, Id, kept, optional, paging, Text } from '#contract/language/fields.ts'
import { NameOf } from '#contract/language/names.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'

/** How many providers a school may have. */
export const mostProviders = 5

/** A provider of OpenID Connect with whose accounts the staff of a school sign in. Its secret is never answered. */
const SignInProvider = z.object({
  id: z.string(),
  providerName: z.string(),
  /** What staff enter on the page of sign-in to find it. */
  domain: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  /** What a token must say of the organisation; null: nothing. */
  tenant: z.nullable(z.string()),
  trustsFactor: z.boolean(),
  /** Whether the rights of the school's staff open to sessions of its providers alone. */
  required: z.boolean(),
  active: z.boolean(),
  madeByName: z.string(),
  lastUsedAt: z.nullable(z.string()),
  /** How many people have linked an account of it. */
  linkedPeople: z.number(),
  /** Where the provider must send people back, exactly. */
  redirectUri: z.string(),
  version: z.number(),
})

const managers = staff('ManageConnections', { school: 'schoolId' }, 'wholeSchool')

const Name = NameOf(2, 60)
const Domain = Text(3, 100)
const Address = Text(10, 500)
const ClientId = Text(1, 300)
const Secret = Text(1, 500)
const Tenant = optional(Text(0, 100))
/** Further operations (api.md §16): with whose accounts the staff of a school sign in. */
export const signInProviders = {
  list: operation({
    path: 'Connection/GetProviders',
    access: managers,
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(SignInProvider),
    paging: 'whole',
  }),

  add: operation({
    path: 'Connection/AddProvider',
    access: managers,
    input: z.strictObject({
      schoolId: Id,
      providerName: Name,
      domain: Domain,
      issuer: Address,
      clientId: ClientId,
      clientSecret: Secret,
      tenant: Tenant,
      trustsFactor: optional(Bool),
      ...proofAgain,
    }),
    output: z.object({ id: z.string() }),
    writes: true,
    secret: true,
  }),

  /**
   * Another issuer, client, secret or trust asks for a second proof. The links of a former issuer stay and open nothing. While staff must sign in with
   * it, it keeps its issuer and stays active.
   */
  update: operation({
    path: 'Connection/UpdateProvider',
    access: managers,
    input: z.strictObject({
      schoolId: Id,
      providerId: Id,
      providerName: kept(Name),
      domain: kept(Domain),
      issuer: kept(Address),
      clientId: kept(ClientId),
      /** Left out or empty: the stored one stays. */
      clientSecret: optional(Text(0, 500)),
      tenant: Tenant,
      trustsFactor: kept(Bool),
      active: kept(Bool),
      ...proofAgain,
      baseVersion: BaseVersion,
    }),
    output: SignInProvider,
    writes: true,
    secret: true,
  }),

  /**
   * Whether staff must sign in with a provider of the school: then a session of a password has no rights as staff there. Only who signed in with it
   * says so, so that it works and nobody locks everybody out. Asks for a second proof.
   */
  require: operation({
    path: 'Connection/RequireProvider',
    access: managers,
    input: z.strictObject({
      schoolId: Id,
      providerId: Id,
      required: Bool,
      ...proofAgain,
      baseVersion: BaseVersion,
    }),
    output: SignInProvider,
    writes: true,
    secret: true,
  }),

  /** Whether the provider answers as one. Nobody signs in. */
  test: operation({
    path: 'Connection/TestProvider',
    access: managers,
    input: z.strictObject({ schoolId: Id, providerId: Id }),
    output: Done,
    writes: true,
  }),
}
