import { useSearchParams } from 'react-router'
import type { exams } from '#contract/exams.ts'
import type { InputOf } from '#contract/operation.ts'

export type Filters = Record<(typeof names)[number], string> & { months: string[] }

/** What the exams of a school are narrowed to. It stands in the address, so that a reload and the way back keep it. */
export function useExamFilters() {
  const [query, setQuery] = useSearchParams()
  const filters = {
    ...Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])),
    months: query.get('months')?.split('.') ?? [],
  } as Filters

  function narrow(changed: Partial<Filters>) {
    const next = new URLSearchParams(query)
    for (const [name, value] of Object.entries(changed)) {
      const text = typeof value === 'string' ? value : value.join('.')
      if (text) next.set(name, text)
      else next.delete(name)
    }
    setQuery(next, { replace: true, preventScrollReset: true })
  }

  const none = { months: [], ...Object.fromEntries(names.map((name) => [name, ''])) }
  const count = names.filter((name) => filters[name]).length + (filters.months.length > 0 ? 1 : 0)
  return { filters, narrow, clear: () => narrow(none), count }
}

/** The same as the server is asked. */
export const asked = (schoolId: string, { months, ...one }: Filters): InputOf<typeof exams.list> => ({
  schoolId,
  months,
  ...Object.fromEntries(Object.entries(one).filter(([, value]) => value !== '')),
})

const names = ['classRoomId', 'courseId', 'fromDate', 'toDate', 'weekDay'] as const
