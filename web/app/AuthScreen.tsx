import { useTranslation } from '#web/lib/i18n.ts'
import { Navigate, useSearchParams } from 'react-router'
import { isLeaving } from '#web/lib/keeping.ts'
import { safeNext } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { Arch } from '#web/ui/Arch.tsx'
import { useTitle } from '#web/ui/Screen.tsx'
import { LoginForm } from './LoginForm.tsx'

/** Signing in, and then back to the page that asked for it. */
export function AuthScreen() {
  const { t } = useTranslation()
  const { status } = useSession()
  const [query] = useSearchParams()
  useTitle(t('auth.login'))
  if (status === 'in' && !isLeaving()) return <Navigate to={safeNext(query.get('next'))} replace />

  return (
    <div className="mx-auto grid max-w-5xl items-center gap-8 px-4 py-6 md:min-h-[calc(100dvh-var(--spacing-header))] md:grid-cols-2 md:gap-14 md:px-8">
      <div className="overflow-hidden rounded-card border border-line bg-surface md:order-last">
        <Arch className="h-24 w-full md:h-72" />
        <div className="hidden p-8 md:block">
          <p className="text-2xl leading-relaxed font-semibold text-balance">{t('auth.promise')}</p>
          <p className="mt-2 text-muted">{t('auth.promiseMore')}</p>
        </div>
      </div>
      <div className="mx-auto w-full max-w-md">
        <h1 className="text-3xl">{t('auth.login')}</h1>
        <p className="mt-1 mb-6 text-muted">{t('auth.lead')}</p>
        <LoginForm />
      </div>
    </div>
  )
}
