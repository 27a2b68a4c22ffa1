import { Unsent } from '#web/attendance/Unsent.tsx'
import { InboxLink } from '#web/inbox/InboxLink.tsx'
import { OwnDay } from './OwnDay.tsx'
import { SearchOpener } from './SearchOpener.tsx'

/** What everybody signed in sees first, in one file: each further one would cost a slow network another round trip. */
export const signedIn = { InboxLink, OwnDay, SearchOpener, Unsent }
