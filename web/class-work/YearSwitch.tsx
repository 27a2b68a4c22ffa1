import { useNavigate, useSearchParams } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { inYear, type ShownYear } from './school-year.ts'

/** The school year of a page, and the choice of another; nothing where there is only one. */
export function YearSwitch({ years, yearId }: Pick<ShownYear, 'years' | 'yearId'>) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  if (years.length < 2) return null
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
