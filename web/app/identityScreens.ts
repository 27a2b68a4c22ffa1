import { AddPasswordScreen } from '#web/identity/AddPasswordScreen.tsx'
import { ChangePasswordScreen } from '#web/identity/ChangePasswordScreen.tsx'
import { ForgetPasswordScreen } from '#web/identity/ForgetPasswordScreen.tsx'
import { OtpScreen } from '#web/identity/OtpScreen.tsx'
import { ProfileScreen } from '#web/identity/ProfileScreen.tsx'
import { SessionsScreen } from '#web/identity/SessionsScreen.tsx'
import { UnauthorizedScreen } from './UnauthorizedScreen.tsx'

/** One chunk for all of them, because they are small and a person who opens one usually opens another one soon. */
export const identityScreens = {
  otp: OtpScreen,
  addPassword: AddPasswordScreen,
  forgetPassword: ForgetPasswordScreen,
  profile: ProfileScreen,
  changePassword: ChangePasswordScreen,
  sessions: SessionsScreen,
  unauthorized: UnauthorizedScreen,
}
