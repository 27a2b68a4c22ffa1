import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { Mark } from '#web/ui/Arch.tsx'
import { cx } from '#web/ui/cx.ts'
import { Screen } from '#web/ui/Screen.tsx'

type Props = {
  /** Already translated. */
  title: string
  lead?: ReactNode
  menu: ReactNode
  /** Where the menu is a page itself, for who has no room for both. */
  home: string
  /** A setting worked on without the menu beside it. */
  alone?: boolean
  /** The chosen setting; without one the menu waits for a choice. */
  children?: ReactNode
}

/** A menu of settings beside the chosen one; on a narrow screen the menu is a page itself. */
export function SettingsLayout({ title, lead, menu, home, alone, children }: Props) {
  const { t } = useTranslation()
  return (
    <div className="md:flex">
      {!alone && (
        <aside className="sticky top-header hidden h-[calc(100dvh-var(--spacing-header))] w-52 shrink-0 overflow-y-auto border-e border-line p-3 md:block lg:w-60">
          {menu}
        </aside>
      )}
      <div className="min-w-0 flex-1">
        {children ? (
          <>
            <Link
              to={home}
              className={cx(
                '-mb-4 inline-flex min-h-11 items-center gap-1 px-3 pt-3 text-primary md:px-7',
                !alone && 'md:hidden',
              )}
            >
              <ChevronLeft className="mirror-rtl size-5" aria-hidden="true" />
              {title}
            </Link>
            {children}
          </>
        ) : (
          <Screen title={title} lead={lead}>
            <div className="mb-4 flex items-center gap-3 text-muted md:flex-col md:rounded-card md:border md:border-dashed md:border-line md:px-6 md:py-16">
              <Mark className="hidden h-10 opacity-70 md:block" />
              <p>{t('settings.select')}</p>
            </div>
            <div className="md:hidden">{menu}</div>
          </Screen>
        )}
      </div>
    </div>
  )
}
