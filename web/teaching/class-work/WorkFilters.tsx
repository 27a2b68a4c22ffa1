import { lazy, type ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import type { Item } from '#web/ui/Dropdown.tsx'
import { FilterLine } from '#web/ui/FilterLine.tsx'
import { part, usePrefetch } from '#web/ui/part.tsx'
import { type FiltersOf, filterInWords, weekdays } from './filter-words.ts'
import type { FilterName } from './kind.ts'

const loadFields = part(async () => (await import('./FilterFields.tsx')).FilterFields)
const FilterFields = lazy(loadFields)

type Props = FiltersOf & {
  /** The number of rows, shown in the same line as the filters. */
  counted?: string | undefined
  /** The actions of the list. */
  children?: ReactNode
}

/** The filters of a list of class work. */
export function WorkFilters({ counted, children, ...of }: Props) {
  const { choices, author = 'supervisorId', names, filters, narrow, clear, count } = of
  const { t, language } = useTranslation()
  usePrefetch(loadFields)

  const words = { ...choices, weekDay: weekdays(language) } as { [N in FilterName]?: Item[] }
  const chips = names.flatMap((name) => {
    const value = filters[name]
    if (!value?.length) return []
    const label = t(`work.${name === 'supervisorId' ? author : name}`)
    return [{ name, label, value: filterInWords(value, words[name]) }]
  })

  return (
    <FilterLine
      chips={chips}
      count={count}
      onDrop={(name) => narrow({ [name]: name === 'months' ? [] : '' })}
      onClear={clear}
      counted={
        counted && (
          <p role="status" className="shrink-0 text-sm whitespace-nowrap text-muted">
            {counted}
          </p>
        )
      }
      fields={() => <FilterFields {...of} />}
    >
      {children}
    </FilterLine>
  )
}
