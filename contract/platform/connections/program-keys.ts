import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Day, Id, List, OneOf, optional, paging, Password, Text } from '#contract/language/fields.ts'
import { NameOf } from '#contract/language/names.ts'
import { operation } from '#contract/language/operation.ts'
import { scopeNames } from '#contract/language/programs.ts'
import { Done } from '#contract/language/shapes.ts'

/** The longest life of a key, in days. */
export const longestKey = 400

/** `lapsed`: who made it no longer has the rights that its scopes take. */
const keyStates = ['active', 'ended', 'revoked', 'lapsed'] as const

/** A key with which a program reads of a school what its scopes name. The secret itself is shown once and stored nowhere. */
const ProgramKey = z.object({
  id: z.string(),
  keyName: z.string(),
  scopes: z.array(z.enum(scopeNames)),
  /** Networks from which alone it may be used; empty: any. */
  networks: z.array(z.string()),
  keyState: z.enum(keyStates),
  endsOn: z.string(),
  madeByName: z.string(),
  createDate: z.string(),
  lastUsedAt: z.nullable(z.string()),
  /** Of the last 30 days. */
  calls: z.number(),
  refusedCalls: z.number(),
  revokedAt: z.nullable(z.string()),
  revokedByName: z.nullable(z.string()),
  /** Why: 'shown in an address' where the product did it itself. */
  revokedReason: z.nullable(z.string()),
})

const managers = staff('ManageConnections', { school: 'schoolId' }, 'wholeSchool')

/** How somebody proves again who they are: with the code of their authenticator, or without one with their password. */
export const proofAgain = { otpCode: optional(Text(0, 20)), password: optional(Password) }

/** Further operations (api.md §16): keys with which programs of others read of a school. */
export const programKeys = {
  list: operation({
    path: 'Connection/GetKeys',
    access: managers,
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(ProgramKey),
    paging: 'whole',
  }),

  /** Who makes it must hold every right that its scopes take. The secret is answered this once. */
  make: operation({
    path: 'Connection/MakeKey',
    access: managers,
    input: z.strictObject({
      schoolId: Id,
      keyName: NameOf(2, 60),
      scopes: List(OneOf(scopeNames), 1, scopeNames.length),
      endsOn: Day,
      networks: optional(List(Text(3, 50), 0, 10)),
      ...proofAgain,
    }),
    output: z.object({ id: z.string(), secret: z.string() }),
    writes: true,
    secret: true,
  }),

  revoke: operation({
    path: 'Connection/RevokeKey',
    access: managers,
    input: z.strictObject({ schoolId: Id, keyId: Id }),
    output: Done,
    writes: true,
  }),
}
