import { AddPasswordScreen } from '#web/platform/identity/AddPasswordScreen.tsx'
import { ChangePasswordScreen } from '#web/platform/identity/ChangePasswordScreen.tsx'
import { ForgetPasswordScreen } from '#web/platform/identity/ForgetPasswordScreen.tsx'
import { OtpScreen } from '#web/platform/identity/OtpScreen.tsx'
import { ProfileScreen } from '#web/platform/identity/ProfileScreen.tsx'
import { SessionsScreen } from '#web/platform/identity/SessionsScreen.tsx'
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
