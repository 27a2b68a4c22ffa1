import { useShallow } from 'zustand/react/shallow'
import { create } from 'zustand'
import { identity } from '#contract/platform/identity/identity.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { schools } from '#contract/platform/schools/schools.ts'
import { todayOfDevice } from './days.ts'
import { dropEarlyRequests } from './early-requests.ts'
import { call } from './call.ts'
import {
  dropGateBefore,
  dropKept,
  isLeaving,
  isMarkedSignedIn,
  isSharedComputer,
  leaving,
  markSignedIn,
  shareComputer,
} from './keeping.ts'
import { forgetAnswers, queryClient } from './query.ts'
import type { OwnSchool, Slices } from './slices.ts'
import { isSignedOut, onSessionEnd, settleSession } from './session-end.ts'
import { useStore } from './store.ts'
import { dropTyped, dropTypedBut, dropTypedEverywhere } from './typed-drafts.ts'

type Answer = OutputOf<typeof identity.me>

export type { OwnSchool }

export type Session = {
  status: 'loading' | 'in' | 'out'
  user: Slices['user'] | null
  permissions: string[]
  appPermissions: string[]
  schools: OwnSchool[]
  isTeacher: boolean
  isParent: boolean
}

/** The state of somebody who is not signed in as far as the stored session says. */
const statusOutside = (known: boolean) => (known ? ('out' as const) : ('loading' as const))

/** Who is signed in. Until the server has answered, the stored session is used; 'loading' only if none was stored. */
export function useSession(): Session {
  const known = useSessionState((is) => is.known)
  return useStore(
    useShallow((root) => ({
      status: root.auth.isAuthenticated ? ('in' as const) : statusOutside(known),
      user: root.auth.isAuthenticated ? root.user : null,
      permissions: root.permissions.held,
      appPermissions: root.permissions.appWide,
      schools: root.schools,
      isTeacher: root.user.isTeacher,
      isParent: root.user.isParent,
    })),
  )
}

/** The school chosen in the header, else the person's first one; null if they have none. */
export const useDefaultSchool = (): OwnSchool | null => useStore(defaultSchool)

/** Whether the person has a key in the default school or app-wide. For hiding controls, not for protection. */
export const holds = (key: string, root: Slices = useStore.getState()): boolean =>
  root.permissions.appWide.includes(key) || (defaultSchool(root)?.permissions.includes(key) ?? false)

/** The same as a hook: the component renders again when rights or the default school change. */
export const useHolds = () => {
  const root = useStore(useShallow(({ permissions, schools, defaults }) => ({ permissions, schools, defaults })))
  return (key: string) => holds(key, root as Slices)
}

/** Whether a session ended without the person's doing, until `endSeen`. */
export const useEnded = () => useSessionState(({ ended }) => ended)

export const endSeen = () => useSessionState.setState({ ended: false })

/** Whether the session has ended over an open page, which waits for its person: first their password, then perhaps a proof. */
export const useAway = () => useSessionState(({ away }) => away)

/** Counts the people of this page one after the other, so that no screen of one is shown to the next. */
export const usePeople = () => useSessionState(({ people }) => people)

/** Stores the answer of a sign-in. On a shared computer nothing of it is written to the disk. */
export function signIn(answer: Answer, { sharedComputer = false } = {}) {
  leaving(false)
  if (isAway() && answer.user.id === useStore.getState().user.id) {
    takeIn(answer)
    tabs?.postMessage('in')
    return
  }
  if (isAway()) forget() // another person, over the page of the one before
  shareComputer(sharedComputer)
  if (sharedComputer) dropTyped()
  dropEarlyRequests()
  queryClient.clear()
  takeIn(answer)
  tabs?.postMessage('in')
}

/** The page of an ended session waits no longer: nothing of its person stays in this tab. */
export function abandonPage() {
  dropTyped()
  forget()
}

/** Ends the session and clears everything in every tab. Without a network the server is notified later. */
export async function signOut() {
  leaving(true)
  dropTypedEverywhere()
  forget()
  tabs?.postMessage('out')
  await signOutOnServer().catch(() => undefined)
}

/** Reads the session from the server: at the start, and when rights may have changed. */
export async function askWho() {
  try {
    if (isLeaving()) {
      dropTyped()
      forget() // a person who signed out is not shown as signed in while the server is notified
      await signOutOnServer()
    }
    takeIn(await call(identity.me, {}))
  } catch (error) {
    if (isSignedOut(error)) end()
  } finally {
    useSessionState.setState({ known: true })
  }
}

/** To be called once, before the first screen is painted. */
export function startSession() {
  tabs?.addEventListener('message', ({ data }) => (data === 'out' ? abandonPage() : void askWho()))
  onSessionEnd(end)
  const eraseOld = () => dropGateBefore(todayOfDevice())
  eraseOld()
  setInterval(eraseOld, 60_000)
  if (mayBeSignedIn()) return askWho()
  useSessionState.setState({ known: true })
  return Promise.resolve()
}

/** Does nothing for visitors, because the server could only refuse. */
const mayBeSignedIn = () => isLeaving() || isMarkedSignedIn() || useStore.getState().auth.isAuthenticated

type Away = 'password' | 'proof' | null

const useSessionState = create(() => ({ known: false, ended: false, away: null as Away, people: 0 }))

const isAway = () => useSessionState.getState().away !== null

const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('kashkool')

const defaultSchool = ({ schools, defaults }: Pick<Slices, 'schools' | 'defaults'>) =>
  schools.find(({ id }) => id === defaults.defaultSchoolId) ?? schools[0] ?? null

async function signOutOnServer() {
  await call(identity.logout, {})
  leaving(false)
}

/**
 * The server has no such session: it expired, or was ended from another device. Returns whether the open page waits for its person to
 * sign in again. It does not while the page starts, because nothing is typed yet, nor on a shared computer.
 */
function end(): boolean {
  const { known } = useSessionState.getState()
  const wasSignedIn = useStore.getState().auth.isAuthenticated
  if (wasSignedIn && known && !isSharedComputer()) {
    useSessionState.setState({ away: 'password' })
    return true
  }
  if (wasSignedIn) useSessionState.setState({ ended: true })
  forget()
  return false
}

/** Open screens read again as a visitor. If the person was a visitor already, there is nothing to clear. */
function forget() {
  markSignedIn(false)
  dropEarlyRequests()
  if (useStore.getState().auth.isAuthenticated) {
    useStore.getState().reset()
    dropKept()
    forgetAnswers({ but: schools.list.path })
    useSessionState.setState(({ people }) => ({ people: people + 1 }))
  }
  useSessionState.setState({ known: true, away: null })
  settleSession(false)
}

function takeIn({ user, permissions, appPermissions, schools, onlySchoolId, ...own }: Answer) {
  const { isTeacher, isParent, proofDue } = own
  const before = useStore.getState()
  if (before.auth.isAuthenticated && before.user.id !== user.id) forget() // another person, in another tab
  dropTypedBut(user.id)
  if (isAway() && proofDue) return useSessionState.setState({ away: 'proof' })
  const root = useStore.getState()
  const held = schools.map(({ id, name, imageUrl, permissions: keys, timeZone, country, active }) => ({
    id,
    name,
    imageUrl,
    permissions: keys ?? [],
    timeZone,
    country,
    active,
  }))
  const chosen = defaultSchool({ schools: held, defaults: root.defaults })
  root.keep({
    user: { ...user, userType: String(user.userType), isTeacher, isParent, proofDue, isNarrowed: onlySchoolId != null },
    permissions: { held: permissions, appWide: appPermissions },
    schools: held,
    defaults: { defaultSchoolId: chosen?.id ?? '', defaultSchoolName: chosen?.name ?? '' },
  })
  markSignedIn(true)
  root.loginSuccess(null) // the cookie carries the session; a script never needs the token
  if (!isAway()) return
  useSessionState.setState({ away: null })
  settleSession(true)
  void queryClient.invalidateQueries() // rights may be others since
}
