import { useSearchParams } from 'react-router'
import { idIn, isId } from '#web/lib/paths.ts'
import type { FilterName } from './kind.ts'

export type WorkFilterValues = { months: string[] } & { [N in Exclude<FilterName, 'months'>]?: string }

export type Narrowing = ReturnType<typeof useFilters>

/** The filters of a list of class work. They are in the address, so that they stay after a reload and after going back. */
export function useFilters(names: readonly FilterName[]) {
  const [query, setQuery] = useSearchParams()
  const { months, ...one } = Object.fromEntries(
    names.flatMap((name) => {
      const value = name.endsWith('Id') ? idIn(query, name) : query.get(name)
      return value ? [[name, value] as const] : []
    }),
  ) as { [N in FilterName]?: string }
  const filters: WorkFilterValues = { ...one, months: months?.split('.').filter(isId) ?? [] }

  function narrow(changed: Partial<WorkFilterValues>) {
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

  const none = Object.fromEntries(names.map((name) => [name, '']))
  const count = Object.keys(one).length + (months ? 1 : 0)
  return { names, filters, narrow, clear: () => narrow(none), count }
}
