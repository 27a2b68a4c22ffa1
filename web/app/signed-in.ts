import { home } from '#contract/overviews/home/home.ts'
import { today } from '#contract/overviews/today/today.ts'
import { Unsent } from '#web/teaching/attendance/Unsent.tsx'
import { InboxLink } from '#web/messages/inbox/InboxLink.tsx'
import { readBefore } from '#web/lib/api.ts'
import { useStore } from '#web/lib/store.ts'
import { OwnDay } from './OwnDay.tsx'
import { SearchOpener } from './SearchOpener.tsx'

/** Reads what home shows before it is rendered, so that it need not be rendered twice. */
async function readHome() {
  const { user, defaults } = useStore.getState()
  if (user.isParent) await readBefore(today.get, {})
  else if (defaults.defaultSchoolId) await readBefore(home.school, { schoolId: defaults.defaultSchoolId })
}

/** What every signed-in person sees first, in one file, because each further file costs a slow network another round trip. */
export const signedIn = { InboxLink, OwnDay, SearchOpener, Unsent, readHome }
