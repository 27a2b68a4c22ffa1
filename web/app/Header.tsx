import { Moon, Plus, Sun } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { speak, useTranslation } from '#web/lib/i18n.ts'
import { Link, useLocation } from 'react-router'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { useTheme } from '#web/lib/theme.ts'
import { Logo } from '#web/ui/Arch.tsx'
import { Button, IconButton, LinkButton } from '#web/ui/Button.tsx'
import { Avatar } from '#web/ui/Picture.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { cx } from '#web/ui/cx.ts'
import { afterFirstUse } from '#web/ui/FirstUse.tsx'
import { loadedSignedIn, loadSignedIn } from './load-signed-in.ts'
import { SchoolChoice } from './SchoolChoice.tsx'

const loadAvatarMenu = () => import('./next-tap.ts').then(({ nextTap }) => nextTap.AvatarMenu)
const AvatarMenu = afterFirstUse(loadAvatarMenu)
// Without a network this chunk cannot be loaded. The header then shows no link to the inbox, and the rest still works.
const LazyInboxLink = lazy(() =>
  loadSignedIn().then(
    ({ InboxLink: Component }) => ({ default: Component }),
    () => ({ default: () => <></> }),
  ),
)
const LazySearchOpener = lazy(() =>
  loadSignedIn().then(
    ({ SearchOpener: Component }) => ({ default: Component }),
    () => ({ default: () => <></> }),
  ),
)
const CreateSchool = afterFirstUse(() => import('./CreateSchool.tsx').then((file) => file.CreateSchool))

/** 4.35rem high and always visible. */
export function Header() {
  const { t } = useTranslation()
  const { user, status, appPermissions } = useSession()
  const [InboxLink] = useState(() => loadedSignedIn()?.InboxLink ?? LazyInboxLink)
  const [SearchOpener] = useState(() => loadedSignedIn()?.SearchOpener ?? LazySearchOpener)

  return (
    <header className="sticky top-0 z-30 flex h-header items-center border-b border-line bg-surface px-2 md:gap-2 md:px-5">
      <Link
        to={paths.home()}
        className="flex min-h-11 min-w-11 items-center gap-1 rounded-full text-lg font-semibold text-primary first:ps-2 md:gap-2 md:px-2"
      >
        <Logo className="h-6 max-[21rem]:hidden" />
        <span className={cx(user && 'max-md:sr-only')}>{t('product')}</span>
      </Link>
      <div className="ms-4 hidden md:block">
        <SchoolChoice />
      </div>
      {appPermissions.includes('CreateSchool') && (
        <CreateSchool
          trigger={
            <Button className="px-4! max-md:hidden" icon={<Plus className="size-5" aria-hidden="true" />}>
              <span className="capital max-lg:sr-only">{t('header.createSchool')}</span>
            </Button>
          }
        />
      )}
      <div className="ms-auto flex items-center md:gap-2">
        <LanguageToggle />
        <ThemeToggle />
        {user && (
          <Suspense fallback={searchToCome}>
            <SearchOpener />
          </Suspense>
        )}
        {user && (
          <Suspense fallback={<span className="size-11" />}>
            <InboxLink personId={user.id} />
          </Suspense>
        )}
        {user && (
          <AvatarMenu
            trigger={
              <button
                type="button"
                aria-haspopup="menu"
                title={t('header.account')}
                className="shrink-0 rounded-full p-1"
              >
                <Avatar names={[user.firstName, user.lastName]} src={user.imageUrl} className="size-10" />
                <span className="sr-only">{t('header.account')}</span>
              </button>
            }
          />
        )}
        <JoinUs shown={status === 'out'} />
      </div>
    </header>
  )
}

/** A placeholder with the same width, so that nothing next to it moves. */
const searchToCome = (
  <>
    <span className="size-11 lg:hidden" />
    <span className="w-52 max-lg:hidden" />
  </>
)

function LanguageToggle() {
  const { t, language } = useTranslation()
  const [turning, setTurning] = useState(false)
  const other = language === 'ar' ? 'en' : 'ar'
  const turn = () => {
    setTurning(true)
    speak(other)
      .catch(toastRefusal)
      .finally(() => setTurning(false))
  }
  return (
    <IconButton label={t('header.otherLanguage')} disabled={turning} onClick={turn}>
      <span lang={other} aria-hidden="true" className="-mt-1.5 font-medium rtl:mt-0">
        {other === 'ar' ? 'ع' : 'En'}
      </span>
    </IconButton>
  )
}

function ThemeToggle() {
  const { t } = useTranslation()
  const { seen, turn } = useTheme()
  const Icon = seen === 'dark' ? Sun : Moon
  return (
    <IconButton label={t(seen === 'dark' ? 'header.light' : 'header.dark')} onClick={turn}>
      <Icon className="size-5" aria-hidden="true" />
    </IconButton>
  )
}

function JoinUs({ shown }: { shown: boolean }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  if (!shown || joining.includes(pathname)) return null
  return (
    <LinkButton to={paths.auth()} tone="primary" className="ms-1 whitespace-nowrap max-sm:px-3 max-sm:text-sm">
      {t('header.joinUs')}
    </LinkButton>
  )
}

/** The steps of sign-in and registration, where a link to sign in would be useless. */
const joining = [paths.auth(), paths.otp(), paths.addPassword()]
