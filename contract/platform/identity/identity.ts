import * as z from 'zod/mini'
import { alsoWithProvider, anyone, self } from '#contract/language/access.ts'
import { Bool, optional, Password, Phone11, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { School } from '#contract/platform/schools/schools.ts'
import { Done } from '#contract/language/shapes.ts'
import { wireNames } from '#contract/language/wire-names.ts'

/** The signed-in person. No text is ever null. */
export const SignedInUser = wireNames(
  z.object({
    id: z.string(),
    /** 0 for a person with an app role other than Standard, 1 for everybody else. It decides nothing. */
    userType: z.number(),
    userName: z.string(),
    firstName: z.string(),
    middleName: z.string(),
    lastName: z.string(),
    phoneNumber: z.string(),
    imageUrl: z.string(),
  }),
  { middleName: 'middelName' },
)

const me = {
  user: SignedInUser,
  /** All keys that the person has anywhere, in alphabetical order; for menus. */
  permissions: z.array(z.string()),
  appPermissions: z.array(z.string()),
  schools: z.array(School),
  isTeacher: z.boolean(),
  isParent: z.boolean(),
  /** A second proof is still needed (decision 056): there are no permissions and no schools until then. */
  proofDue: z.boolean(),
  /** The one school of a session that was opened through its provider (decision 160); null for any other session. */
  onlySchoolId: z.nullable(z.string()),
}

export const Me = wireNames(z.object(me), { user: 'logedinUser' })

export const Login = wireNames(z.object({ ...me, token: z.string() }), { user: 'logedinUser' })

/** The input of a sign-in, also used as the form's schema. */
export const Credentials = z.strictObject({
  phoneNumber: Phone11,
  password: Password,
  otpCode: optional(Text(6, 6)),
  sharedComputer: optional(Bool),
})

export const identity = {
  login: operation({
    path: 'API/Identity/Login',
    access: anyone('own'),
    input: Credentials,
    output: Login,
    writes: true,
    secret: true,
  }),

  me: operation({
    path: 'API/Identity/Me',
    method: 'GET',
    access: alsoWithProvider(self),
    input: z.strictObject({}),
    output: Me,
    beforeProof: true,
  }),

  logout: operation({
    path: 'API/Identity/Logout',
    access: anyone('own'),
    input: z.strictObject({}),
    output: Done,
    writes: true,
    secret: true,
  }),
}
