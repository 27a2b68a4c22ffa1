import { lazy } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { outsideParameter, outsideSignIn } from '#contract/platform/sign-in/sign-in.ts'
import { AskCodeForm } from '#web/platform/identity/AskCodeForm.tsx'
import { Entrance } from '#web/platform/identity/Entrance.tsx'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { isLeaving } from '#web/lib/keeping.ts'
import { paths, safeNext } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { Tabs } from '#web/ui/Tabs.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { LoginForm } from './LoginForm.tsx'

const OutsideSignIn = lazy(
  part(async () => (await import('#web/platform/sign-in/OutsideSignIn.tsx')).OutsideSignIn, '.outside'),
)

/** Sign-in or registration, then back to the page that required it. A person without a name must enter one first. */
export function AuthScreen() {
  const { t } = useTranslation()
  const { status, user } = useSession()
  const [query] = useSearchParams()
  const { state } = useLocation()
  const next = query.get('next')
  // Where no school has a provider, the page fetches nothing more.
  const { data: outside } = useRead(outsideSignIn.available, {}, { enabled: status === 'out' })
  if (status === 'in' && !isLeaving()) {
    return user?.firstName || user?.lastName ? (
      <Navigate to={safeNext(next)} replace />
    ) : (
      <Navigate to={paths.setProfile()} replace state={{ next: safeNext(next) }} />
    )
  }

  const note = notes[(state as { note?: string } | null)?.note ?? (next ? 'asked' : '')]
  return (
    <Entrance title={t('auth.title')} lead={t('auth.lead')} note={note && t(note)}>
      <Tabs
        label={t('auth.tabs')}
        param="tab"
        tabs={[
          { value: 'login', label: t('auth.login'), panel: <LoginForm /> },
          { value: 'register', label: t('auth.register'), panel: <AskCodeForm purpose="register" next={next} /> },
        ]}
      />
      {(outside?.some || query.has(outsideParameter)) && (
        <LazyPart fallback={null}>
          <OutsideSignIn isOffered={outside?.some ?? false} />
        </LazyPart>
      )}
    </Entrance>
  )
}

/** Why the person is here, by the word in the navigation state. */
const notes: Record<string, string> = {
  asked: 'auth.asked',
  ended: 'auth.ended',
  endedShared: 'auth.endedShared',
  startAgain: 'otp.startAgain',
  confirmAgain: 'passwords.confirmAgain',
  passwordSet: 'passwords.signIn',
}
