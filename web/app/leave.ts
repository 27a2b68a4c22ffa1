import { useNavigate } from 'react-router'
import { leaving } from '#web/lib/keeping.ts'
import { paths } from '#web/lib/paths.ts'
import { signOut } from '#web/lib/session.ts'

/** Signing out: nothing of the person stays on this device, and the sign-in page is shown. */
export function useLeave() {
  const navigate = useNavigate()
  return async () => {
    leaving(true) // before the sign-in page is shown, which would send somebody signed in home
    await navigate(paths.auth())
    if (location.pathname !== paths.auth()) return leaving(false) // the screen asks for confirmation first
    await (await outgoing())?.forgetOutgoing().catch(() => undefined)
    void import('#web/lib/push.ts').then((push) => push.turnPushOff()).catch(() => undefined) // loaded with the inbox
    await signOut()
  }
}

/** What waits for the network here. Null where it was never loaded and cannot be: then nothing waits. */
export const outgoing = () => import('#web/attendance/outgoing.ts').catch(() => null)
