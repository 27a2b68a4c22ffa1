import { useNavigate, useSearchParams } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { inYear, type ShownYear } from './school-year.ts'

/**
 * The school year of a page, with a choice of other years; empty if there is only one. Its space is reserved while the years
 * are loading, so that the content below does not move.
 */
export function YearSwitch({ years, yearId, known }: Pick<ShownYear, 'years' | 'yearId' | 'known'>) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  if (years.length < 2) return <span className={cx('min-h-11 print:hidden', !known && 'w-24')} />
  return (
    <select
      aria-label={t('work.year')}
      value={yearId}
      onChange={({ target }) =>
        void navigate({ search: inYear(query, target.value) }, { replace: true, preventScrollReset: true })
      }
      className="min-h-11 max-w-full rounded-full border border-line bg-surface px-2 text-xs font-medium md:px-3 sm:text-sm hover:border-primary print:hidden"
    >
      {years.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
