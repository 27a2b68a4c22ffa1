import { Menu } from 'lucide-react'
import { NavLink } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { afterFirstUse } from '#web/ui/FirstUse.tsx'
import { cx } from '#web/ui/cx.ts'
import { barEntries } from './menus.ts'
import { useShownEntries } from './SideMenu.tsx'

const Drawer = afterFirstUse(() => import('./Drawer.tsx').then((file) => file.Drawer))

/**
 * What a thumb reaches at the bottom of a phone: three places and the whole menu. A screen with a bar of its own at the bottom, such as a
 * register, is shown without it.
 */
export function PhoneBar() {
  const { t } = useTranslation()
  const entries = barEntries(useShownEntries(), useSession().isParent)
  return (
    <div
      data-phone-bar
      className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-surface md:hidden print:hidden"
    >
      <nav aria-label={t('header.bar')} className="flex-1">
        <ul className="flex">
          {entries.map(({ key, to, Icon }) => (
            <li key={key} className="min-w-0 flex-1">
              <NavLink
                to={to}
                end={to === paths.home()}
                className={({ isActive }) => cx(place, isActive ? 'font-semibold text-primary' : 'text-muted')}
              >
                <Icon className="size-5 shrink-0" aria-hidden="true" />
                <span className="capital">{t(`menu.${key}`)}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <Drawer
        trigger={
          <button type="button" aria-haspopup="dialog" className={cx(place, 'min-w-20 text-muted')}>
            <Menu className="size-5 shrink-0" aria-hidden="true" />
            <span>{t('header.menu')}</span>
          </button>
        }
      />
    </div>
  )
}

const place = 'flex min-h-13 flex-col items-center justify-center text-xs'
