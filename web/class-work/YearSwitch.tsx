import { Link, useSearchParams } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { cx } from '#web/ui/cx.ts'
import { inYear, type ShownYear } from './school-year.ts'

/** The school years of a page, each one click away; nothing where there is only one. */
export function YearSwitch({ years, yearId }: Pick<ShownYear, 'years' | 'yearId'>) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  if (years.length < 2) return null
  return (
    <nav aria-label={t('work.year')} className="-mx-4 mb-4 px-4 md:mx-0 md:px-0 print:hidden">
      <ul className="-mx-1 flex gap-2 overflow-x-auto px-1 py-1 [scrollbar-width:none]">
        {years.map(({ id, name }) => (
          <li key={id} className="shrink-0">
            <Link
              to={{ search: inYear(query, id) }}
              replace
              preventScrollReset
              aria-current={id === yearId ? 'true' : undefined}
              className={cx(
                'inline-flex min-h-11 items-center rounded-full border px-4 text-sm font-medium',
                id === yearId
                  ? 'border-transparent bg-soft text-primary'
                  : 'border-line text-muted hover:border-primary hover:text-primary',
              )}
            >
              <Bdi>{name}</Bdi>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
