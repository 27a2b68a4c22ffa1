import { Direction } from 'radix-ui'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { codeWithTexts, useTranslation } from '#web/lib/i18n.ts'
import { Outlet, ScrollRestoration, useLocation, useNavigate, useNavigation } from 'react-router'
import { isSharedComputer } from '#web/lib/keeping.ts'
import { paths } from '#web/lib/paths.ts'
import { endSeen, useAway, useEnded, usePeople, useSession } from '#web/lib/session.ts'
import { AroundDrafts, useOwnDrafts } from '#web/ui/drafts.ts'
import { useFocusAfterRemoval } from '#web/ui/lost-focus.ts'
import { screenIs } from '#web/ui/over-entry.ts'
import { RouterBlocker } from '#web/ui/screen-blockers.ts'
import { useToast } from '#web/ui/toast.ts'
import { ArabicOffer } from './ArabicOffer.tsx'
import { Header } from './Header.tsx'
import { loadedSignedIn, loadSignedIn } from './load-signed-in.ts'
import { PhoneBar } from './PhoneBar.tsx'
import { SideMenu, useHasMenu } from './SideMenu.tsx'

const ProveAccount = lazy(() =>
  codeWithTexts(
    async () => ({ default: (await import('#web/platform/identity/ProveAccount.tsx')).ProveAccount }),
    '.numbers',
  ),
)
const LazyUnsent = lazy(async () => ({ default: (await loadSignedIn()).Unsent }))
const SignInOver = lazy(async () => ({ default: (await import('./SignInOver.tsx')).SignInOver }))
// If this chunk cannot be loaded without a network, the message must still appear.
const Toasts = lazy(() =>
  import('#web/ui/Toasts.tsx').then(
    ({ Toasts: Component }) => ({ default: Component }),
    () => ({ default: PlainToast }),
  ),
)

/** The frame around every screen: header, side menu, the screen, the toast. */
export function Layout() {
  const { t, dir } = useTranslation()
  const hasMenu = useHasMenu()
  const main = useFocusOnArrival()
  useFocusAfterRemoval(main)
  useWayBack()
  const people = usePeople()
  useHomeOfNext(people)
  const drafts = useOwnDrafts('')
  const isAway = useAway() !== null
  const isLeaving = useNavigation().state === 'loading'
  const { pathname, search, key } = useLocation()
  useEffect(() => screenIs(key), [key])
  const { schools, user } = useSession()
  const isTeaching = schools.length > 0
  const [Unsent] = useState(() => loadedSignedIn()?.Unsent ?? LazyUnsent)
  const isToProve = user?.proofDue === true
  const hasToast = useToast((is) => is.shown !== null)

  return (
    <Direction.Provider dir={dir}>
      <a
        href="#main"
        className="fixed start-4 top-3 z-60 -translate-y-20 rounded-full bg-primary px-5 py-3 text-on-primary focus:translate-y-0 print:hidden"
      >
        {t('header.skip')}
      </a>
      {isLeaving && <div role="presentation" className="shimmer fixed inset-x-0 top-0 z-60 h-1 bg-accent" />}
      <Header />
      <ArabicOffer />
      <div className="flex">
        {hasMenu && <SideMenu />}
        {/* The window's address changes before the screen does; this is the address of the shown screen. */}
        <main id="main" ref={main} tabIndex={-1} data-address={pathname + search} className="min-w-0 flex-1">
          {isTeaching && (
            <Suspense>
              <Unsent />
            </Suspense>
          )}
          {isToProve ? (
            <Suspense>
              <ProveAccount />
            </Suspense>
          ) : (
            <AroundDrafts value={drafts}>
              <Outlet key={people} />
            </AroundDrafts>
          )}
        </main>
      </div>
      {hasMenu && <PhoneBar />}
      {hasToast && (
        <Suspense>
          <Toasts />
        </Suspense>
      )}
      {isAway && (
        <Suspense>
          <SignInOver />
        </Suspense>
      )}
      <ScrollRestoration />
      <RouterBlocker />
    </Direction.Provider>
  )
}

const PlainToast = () => (
  <p
    role="alert"
    className="fixed inset-x-2 top-1.5 z-60 rounded-card border border-danger bg-surface px-4 py-3 md:start-auto md:end-6 print:hidden"
  >
    {useToast((is) => is.shown?.title)}
  </p>
)

/** A new screen gets the focus, so that the next Tab starts in it and its heading is near. The first screen does not take it. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    if (main.current?.contains(document.activeElement)) return // the screen has already set the focus
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

/** When another person has signed in over the page or in another tab, the page of the one before is left. */
function useHomeOfNext(people: number) {
  const { status } = useSession()
  const navigate = useNavigate()
  const before = useRef(people)
  useEffect(() => {
    if (before.current === people) return
    before.current = people
    if (status === 'in') void navigate(paths.home(), { replace: true })
  }, [people, status, navigate])
}

/** When the session ends while the page starts, or on a shared computer, the person signs in again and returns to the screen where they were. */
function useWayBack() {
  const ended = useEnded()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (!ended) return
    endSeen()
    if (signingIn.includes(pathname)) return
    const here = pathname + search
    const note = isSharedComputer() ? 'endedShared' : 'ended'
    void navigate(paths.auth(here === paths.home() ? undefined : here), { replace: true, state: { note } })
  }, [ended, navigate, pathname, search])
}

const signingIn = [paths.auth(), paths.otp(), paths.addPassword(), paths.forgetPassword()]
