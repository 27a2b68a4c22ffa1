import { ListFilter } from 'lucide-react'
import { lazy, type ReactNode, useId, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import type { Item } from '#web/ui/Dropdown.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part, usePrefetch } from '#web/ui/part.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { type FiltersOf, filterInWords, weekdays } from './filter-words.ts'
import type { FilterName } from './kind.ts'
import { SetFilters } from './SetFilters.tsx'

const loadFields = part(async () => (await import('./FilterFields.tsx')).FilterFields)
const FilterFields = lazy(loadFields)

type Props = FiltersOf & {
  /** What stands in one line with them: how many rows there are. */
  counted?: ReactNode
  /** And what can be done with the list. */
  children?: ReactNode
}

/** What a list of class work is narrowed by: one button opens the fields, and what is set stands beside it. */
export function WorkFilters({ counted, children, ...of }: Props) {
  const { choices, author = 'supervisorId', names, filters, narrow, clear, count } = of
  const { t, language } = useTranslation()
  const [open, setOpen] = useState(false)
  const id = useId()
  usePrefetch(loadFields)

  const words = { ...choices, weekDay: weekdays(language) } as { [N in FilterName]?: Item[] }
  const chips = names.flatMap((name) => {
    const value = filters[name]
    if (!value?.length) return []
    const label = t(`work.${name === 'supervisorId' ? author : name}`)
    return [{ name, label, value: filterInWords(value, words[name]) }]
  })

  return (
    <section aria-label={t('work.filters')} className="mb-1">
      <div className="flex items-center gap-2">
        <div className="relative -ms-4 flex min-w-0 flex-1 items-center gap-2 overflow-x-auto py-1 ps-4 [scrollbar-width:none] md:ms-0 md:flex-wrap md:overflow-visible md:py-0 md:ps-0">
          <Button
            className="shrink-0 px-4!"
            aria-expanded={open}
            aria-controls={id}
            icon={<ListFilter className="size-5" aria-hidden="true" />}
            onClick={() => setOpen(!open)}
          >
            {t('work.filters')}
            {count > 0 && ` (${count})`}
          </Button>
          <SetFilters
            filters={chips}
            onDrop={(name) => narrow({ [name]: name === 'months' ? [] : '' })}
            onClear={clear}
          />
          {counted}
        </div>
        <div className="flex shrink-0 items-center gap-2">{children}</div>
      </div>
      <div id={id}>
        {open && (
          <LazyPart fallback={<Skeleton className="mt-2 h-24" />}>
            <FilterFields {...of} />
          </LazyPart>
        )}
      </div>
    </section>
  )
}
