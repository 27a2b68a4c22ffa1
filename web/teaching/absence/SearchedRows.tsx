import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { Empty } from '#web/ui/States.tsx'

type Props<Row, State extends string> = {
  choice: ComponentProps<typeof Segments<State>>
  search: string
  onSearch: (search: string) => void
  /** What `useList` answers. */
  list: {
    rows: readonly Row[] | undefined
    error: unknown
    refetch: () => unknown
    more: boolean
    isFetchingNextPage: boolean
    loadMore: () => void
  }
  keyOf: (row: Row) => string
  /** The sentence of an empty list. */
  empty: string
  /** Beside the search; `exporting` once there are rows. */
  beside?: ReactNode
  exporting: ReactNode
  hint?: ReactNode
  className?: string
  children: (row: Row) => ReactNode
}

/** Cards of one state that is chosen above them, with a search. */
export function SearchedRows<Row, State extends string>({
  choice,
  search,
  onSearch,
  list,
  keyOf,
  empty,
  beside,
  exporting,
  hint,
  className = 'space-y-2',
  children,
}: Props<Row, State>) {
  const { t } = useTranslation()
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-end justify-between gap-1 md:gap-2">
        <Segments {...choice} />
        <SearchField label={t('absence.search')} value={search} onChange={onSearch} className="flex-1 basis-40" />
        <span className="flex items-end gap-2">
          {beside}
          {list.rows && list.rows.length > 0 && exporting}
        </span>
      </div>
      {hint}
      <RowStates rows={list.rows} error={list.error} again={list.refetch} count={5} empty={<Empty sentence={empty} />}>
        {(rows) => (
          <ul className={className}>
            {rows.map((row) => (
              <li key={keyOf(row)}>{children(row)}</li>
            ))}
          </ul>
        )}
      </RowStates>
      <LoadMore more={list.more} pending={list.isFetchingNextPage} onMore={list.loadMore} />
    </div>
  )
}
