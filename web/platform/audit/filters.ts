import { useSearchParams } from 'react-router'
import { auditKinds } from '#contract/platform/audit/acts.ts'
import { dayInAddress } from '#web/lib/days.ts'
import { idIn } from '#web/lib/paths.ts'

export type ChosenFilters = ReturnType<typeof useAuditFilters>

/** The filters of the log are kept in the address. */
export function useAuditFilters() {
  const [query, setQuery] = useSearchParams()
  const narrow = (changes: Record<string, string>) => {
    const next = new URLSearchParams(query)
    for (const [name, value] of Object.entries(changes))
      if (value) next.set(name, value)
      else next.delete(name)
    setQuery(next, { replace: true, preventScrollReset: true })
  }
  return {
    kind: auditKinds.find((kind) => kind === query.get('kind')) ?? null,
    personId: idIn(query, 'person'),
    personName: query.get('name') ?? '',
    dateFrom: dayInAddress(query, 'from'),
    dateTo: dayInAddress(query, 'to'),
    narrow,
    only: (person: { id: string; name: string } | null) =>
      narrow({ person: person?.id ?? '', name: person?.name ?? '' }),
  }
}
