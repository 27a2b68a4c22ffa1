import { leaving } from '#web/lib/keeping.ts'
import { paths } from '#web/lib/paths.ts'
import { signOut } from '#web/lib/session.ts'
import { useGoOn } from '#web/ui/screen-blockers.ts'

/** Signs out: nothing of the person stays on this device, and the sign-in page is shown. */
export function useLeave() {
  const goOn = useGoOn()
  return async () => {
    // Before the sign-in page is rendered, because it would send a signed-in person to home.
    if (!(await goOn(paths.auth(), () => leaving(true)))) return
    await (await outgoing())?.forgetOutgoing().catch(() => undefined)
    void import('#web/lib/push.ts').then((push) => push.turnPushOff()).catch(() => undefined) // loaded with the inbox
    await signOut()
  }
}

/** What waits on this device for the network. Null if the code was never loaded and cannot be; then nothing waits. */
export const outgoing = () => import('#web/teaching/attendance/outgoing.ts').catch(() => null)
