import { useSearchParams } from 'react-router'
import type { FilterName, Kind } from './kind.ts'

export type Filters = { months: string[] } & { [N in FilterName]?: string }

export type Narrowing = ReturnType<typeof useFilters>

/** What a list of class work is narrowed to. It stands in the address, so that a reload and the way back keep it. */
export function useFilters({ filters: all, hasMonths }: Pick<Kind, 'filters' | 'hasMonths'>, isOfClass: boolean) {
  const names = all.filter((name) => name !== 'classRoomId' || !isOfClass)
  const [query, setQuery] = useSearchParams()
  const set = names.flatMap((name) => (query.get(name) ? [[name, query.get(name)!] as const] : []))
  const filters: Filters = { ...Object.fromEntries(set), months: (hasMonths && query.get('months')?.split('.')) || [] }

  function narrow(changed: Partial<Filters>) {
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changed)) {
          const text = typeof value === 'string' ? value : value.join('.')
          if (text) next.set(name, text)
          else next.delete(name)
        }
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }

  const none = { months: [], ...Object.fromEntries(names.map((name) => [name, ''])) }
  const count = set.length + (filters.months.length > 0 ? 1 : 0)
  return { names, filters, narrow, clear: () => narrow(none), count }
}
