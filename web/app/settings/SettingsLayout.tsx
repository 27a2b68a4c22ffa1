import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { Screen } from '#web/ui/Screen.tsx'

type Props = {
  /** Already translated. */
  title: string
  lead?: ReactNode
  /** The menu, next to a setting or as a separate page. */
  menu: (asPage: boolean) => ReactNode
  /** The address of the menu as a separate page, for screens too narrow for both. */
  home: string
  /** Shows the setting without the menu. */
  alone?: boolean
  /** Renders the content shown until a setting is chosen. */
  instead?: (choose: ReactNode) => ReactNode
  /** The chosen setting; without one, the menu waits for a choice. */
  children?: ReactNode
}

/** A menu of settings next to the chosen one. On a phone or a tablet, and until one is chosen, the menu is a separate page. */
export function SettingsLayout({ title, lead, menu, home, alone, instead = same, children }: Props) {
  const { t } = useTranslation()
  return (
    <div className="lg:flex">
      {children && !alone && (
        <div className="sticky top-header hidden h-[calc(100dvh-var(--spacing-header))] w-60 shrink-0 overflow-y-auto border-e border-line p-3 lg:block">
          {menu(false)}
        </div>
      )}
      <div className="min-w-0 flex-1">
        {children ? (
          <>
            <div className={cx('-mb-3 flex print:hidden', !alone && 'lg:hidden')}>
              <Link to={home} className="flex min-h-11 items-center gap-1 px-3 text-primary md:px-7">
                <ChevronLeft className="mirror-rtl size-5" aria-hidden="true" />
                {title}
              </Link>
            </div>
            {children}
          </>
        ) : (
          <Screen title={title} lead={lead}>
            <div className="mb-5">{instead(<p className="capital text-muted">{t('settings.select')}</p>)}</div>
            {menu(true)}
          </Screen>
        )}
      </div>
    </div>
  )
}

const same = (choose: ReactNode) => choose
