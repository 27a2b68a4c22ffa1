import { ChevronsUpDown } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { afterFirstUse } from '#web/ui/FirstUse.tsx'
import type { ShownYear } from './school-year.ts'

const YearDropdown = afterFirstUse(() => import('./YearDropdown.tsx').then((file) => file.YearDropdown))

const look = 'gap-1! px-2! text-xs sm:text-sm print:hidden'

/**
 * The school year of a page, with a choice of other years; empty if there is only one. Its space is reserved while the years
 * are loading, so that the content below does not move.
 */
export function YearSwitch({ years, yearId, known }: Pick<ShownYear, 'years' | 'yearId' | 'known'>) {
  const { t } = useTranslation()
  const list = useId()
  if (years.length < 2) return <span className={cx('min-h-11 print:hidden', !known && 'w-24')} />
  const name = years.find(({ id }) => id === yearId)?.name ?? t('selectItem')
  return (
    <YearDropdown
      {...{ years, yearId, look }}
      trigger={
        <button
          type="button"
          role="combobox"
          aria-expanded={false}
          aria-controls={list}
          aria-haspopup="dialog"
          aria-label={`${t('work.year')}: ${name}`}
          className={cx(
            'flex min-h-11 max-w-72 shrink-0 items-center justify-between gap-2 rounded-full border border-line bg-soft px-4 py-2 text-start font-medium text-primary',
            look,
          )}
        >
          <bdi className="truncate">{name}</bdi>
          <ChevronsUpDown className="size-4 shrink-0 text-muted" aria-hidden="true" />
        </button>
      }
    />
  )
}
