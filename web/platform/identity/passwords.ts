import * as z from 'zod/mini'
import { PasswordChange } from '#contract/platform/identity/users.ts'
import { Password } from '#contract/language/fields.ts'

const doNotMatch = 'Passwords do not match'

/** A password typed twice, for somebody whose phone is confirmed. */
export const PasswordTwice = z
  .strictObject({ password: Password, confirmPassword: Password, sharedComputer: z.boolean() })
  .check(
    z.refine((typed) => typed.password === typed.confirmPassword, { path: ['confirmPassword'], message: doNotMatch }),
  )

/** The same for a signed-in person, who knows the old password. */
export const PasswordChanged = PasswordChange.check(
  z.refine((typed) => typed.newPassword === typed.confirmNewPassword, {
    path: ['confirmNewPassword'],
    message: doNotMatch,
  }),
)
