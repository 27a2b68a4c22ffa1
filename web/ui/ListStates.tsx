import type { ReactNode } from 'react'
import { LoadingOrFailed } from './LoadingOrFailed.tsx'
import { LoadMore } from './LoadMore.tsx'

type Props<Row> = {
  /** The result of `useList`. */
  list: {
    rows: readonly Row[] | undefined
    error: unknown
    refetch: () => unknown
    more: boolean
    isFetchingNextPage: boolean
    loadMore: () => void
  }
  /** The number of placeholder lines while loading. */
  waiting?: number
  /** Shown if there are no rows. */
  empty: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** A paged list in each of its states: loading, failed, empty, or its rows with a button for more. */
export function ListStates<Row>({ list, waiting = 3, empty, children }: Props<Row>) {
  const { rows, error, refetch, more, isFetchingNextPage, loadMore } = list
  if (!rows) return <LoadingOrFailed error={error} again={refetch} count={waiting} />
  return (
    <>
      {rows.length === 0 ? empty : children(rows)}
      <LoadMore more={more} pending={isFetchingNextPage} onMore={loadMore} />
    </>
  )
}
