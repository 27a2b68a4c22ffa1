import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { NavLink, useLocation } from 'react-router'
import { classes } from '#contract/school/classes/classes.ts'
import { home } from '#contract/overviews/home/home.ts'
import { useRead } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { useDefaultSchool, useHolds, useSession } from '#web/lib/session.ts'
import { useStore } from '#web/lib/store.ts'
import { cx } from '#web/ui/cx.ts'
import { loadPlatform } from './load-platform.ts'
import { mainMenu, shownEntries } from './menus.ts'

/** Next to the screen from 768 px on, as pictures below 1024 px; on a phone, the drawer shows the same entries. */
export function SideMenu() {
  const { t } = useTranslation()
  const isChosen = useStore((root) => root.appSettings.menuCollapsed)
  // Settings have their own menu, and one column of text is enough.
  const inSettings = /^\/(admin-)?settings(\/|$)/.test(useLocation().pathname)
  const collapsed = isChosen || inSettings
  const turn = () => useStore.getState().setAppSettings({ menuCollapsed: !collapsed })
  const Icon = collapsed ? PanelLeftOpen : PanelLeftClose

  return (
    <aside
      className={cx(
        'sticky top-header hidden h-[calc(100dvh-var(--spacing-header))] shrink-0 flex-col overflow-y-auto border-e border-line p-3 md:flex',
        collapsed ? 'w-[4.5rem]' : 'w-[4.5rem] lg:w-60',
      )}
    >
      <MainMenu label={collapsed ? 'sr-only' : 'capital max-lg:sr-only'} />
      {!inSettings && (
        <button
          type="button"
          aria-expanded={!collapsed}
          onClick={turn}
          className={cx(entry, 'mt-auto max-lg:hidden')}
          title={t('header.collapse')}
        >
          <Icon className="mirror-rtl size-5 shrink-0" aria-hidden="true" />
          <span className={collapsed ? 'sr-only' : ''}>{t('header.collapse')}</span>
        </button>
      )}
    </aside>
  )
}

/** The entries that this person may see. `label`: the look of their words beside the screen. */
export function MainMenu({ label, onChosen }: { label?: string; onChosen?: () => void }) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('header.menu')}>
      <ul className="space-y-1">
        {useShownEntries().map(({ key, to, Icon }) => (
          <li key={key}>
            <NavLink
              to={to}
              end={to === paths.home()}
              onClick={onChosen}
              title={label ? t(`menu.${key}`) : undefined}
              className={({ isActive }) => cx(entry, isActive && 'bg-soft font-semibold text-primary')}
            >
              <Icon className="size-5 shrink-0" aria-hidden="true" />
              <span className={label ?? 'capital'}>{t(`menu.${key}`)}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The entries of the main menu for this person. */
export function useShownEntries() {
  const holds = useHolds()
  return shownEntries(useEntries(), holds, useHasClass())
}

/** People with more than the basic app-wide permissions get the platform's entries, after the jobs of a school. */
export function useEntries() {
  const isOfPlatform = useSession().appPermissions.length > 2
  const [entries, setEntries] = useState(() => mainMenu())
  useEffect(() => {
    if (!isOfPlatform) return
    loadPlatform().then(
      ({ platformMenu }) => setEntries(mainMenu(platformMenu)),
      () => undefined, // without a network the rest of the menu still works
    )
  }, [isOfPlatform])
  return entries
}

/** There is no menu for visitors, during sign-in, or while a name is entered for the first time. */
export function useHasMenu() {
  const { pathname } = useLocation()
  const { status } = useSession()
  return status === 'in' && ![paths.auth(), paths.otp(), paths.setProfile()].includes(pathname)
}

/** Whether this person has a class in the default school. */
function useHasClass() {
  const school = useDefaultSchool()
  const isHome = useLocation().pathname === paths.home()
  const input = { schoolId: school?.id ?? '' }
  // Home gets the classes in its own answer, so that one call is enough there.
  const listed = useRead(classes.list, input, { enabled: school !== null && !isHome })
  const atHome = useRead(home.school, input, { enabled: school !== null && isHome })
  return (isHome ? (atHome.data?.classes.length ?? listed.data?.length ?? 0) : (listed.data?.length ?? 0)) > 0
}

const entry =
  'flex min-h-11 w-full items-center gap-3 rounded-field px-3 text-muted transition-colors hover:bg-soft hover:text-primary'
