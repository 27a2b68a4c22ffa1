import { lazy, Suspense } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { codeWithTexts, useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { abandonPage, useAway, useSession } from '#web/lib/session.ts'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { LoginForm } from './LoginForm.tsx'

const WaysToProve = lazy(() =>
  codeWithTexts(
    async () => ({ default: (await import('#web/platform/identity/ProveAccount.tsx')).WaysToProve }),
    '.numbers',
  ),
)

/**
 * The session ended while its person was at work: they sign in over the page, which stays below with what they typed, and the calls that
 * were refused are sent again. Nothing of the page is visible meanwhile.
 */
export function SignInOver() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { user } = useSession()
  const away = useAway()
  const leave = async () => {
    flushSync(abandonPage)
    await navigate(paths.auth(), { replace: true })
  }
  return (
    <Dialog
      open
      locked
      onOpenChange={() => undefined}
      title={t('auth.again')}
      {...(away === 'password' && { description: t('auth.againMeans') })}
    >
      {away === 'proof' ? (
        <Suspense fallback={<Loading count={2} />}>
          <WaysToProve />
        </Suspense>
      ) : (
        <LoginForm again={user?.phoneNumber ?? ''} />
      )}
      <p className="mt-3 text-center">
        <AskFirst
          title={t('auth.other')}
          description={t('auth.otherMeans')}
          submit={t('auth.other')}
          danger
          run={leave}
        >
          {(ask) => (
            <Button tone="quiet" onClick={ask}>
              {t('auth.other')}
            </Button>
          )}
        </AskFirst>
      </p>
    </Dialog>
  )
}
