import * as z from 'zod/mini'
import { anyone, selfOrGrant } from '#contract/language/access.ts'
import { RequiredName } from '#contract/language/names.ts'
import { Code, MediaUrl, optional, Password, Phone, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'
import { User } from './users.ts'
import { wireNames } from '#contract/language/wire-names.ts'

/** Requests a code for a registration or a forgotten password. */
export const PhoneForCode = z.strictObject({ phoneNumber: Phone })

/** The code from the SMS. */
export const CodeEntered = wireNames(z.strictObject({ phoneNumber: Phone, code: Code }), { code: 'key' })

/** ConfirmPhonNumber answers a grant: 256 random bits, valid once, for ten minutes and for this phone. It is not a user id. */
const Confirmed = wireNames(z.object({ grant: z.string(), phoneNumber: z.string() }), { grant: 'id' })

export const NewPassword = wireNames(
  z.strictObject({ grant: Text(1, 200), password: Password, confirmPassword: optional(Password) }),
  { grant: 'userId', confirmPassword: ['confirmPassword', 'confirmNewPassword'] },
)

export const MainInfo = wireNames(
  z.strictObject({
    grant: optional(Text(1, 200)),
    userName: RequiredName,
    firstName: RequiredName,
    lastName: RequiredName,
    password: optional(Password),
    confirmPassword: optional(Password),
    imageUrl: optional(MediaUrl),
  }),
  { grant: 'id' },
)

export const registration = {
  register: operation({
    path: 'API/Identity/Register',
    access: anyone('none'),
    input: PhoneForCode,
    output: z.object({ id: z.string() }),
    writes: true,
  }),

  forgetPassword: operation({
    path: 'API/Identity/ForgetPassword',
    access: anyone('none'),
    input: PhoneForCode,
    output: z.string(),
    writes: true,
  }),

  confirm: operation({
    path: 'API/Identity/ConfirmPhonNumber',
    access: anyone('none'),
    input: CodeEntered,
    output: Confirmed,
    writes: true,
    secret: true,
  }),

  setPassword: operation({
    path: 'API/Identity/AddUserNewPassword',
    access: selfOrGrant,
    input: NewPassword,
    output: Done,
    writes: true,
  }),

  saveMainInfo: operation({
    path: 'API/Identity/SaveUserMainInfo',
    access: selfOrGrant,
    input: MainInfo,
    output: User,
    writes: true,
  }),
}
