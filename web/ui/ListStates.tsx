import type { ReactNode } from 'react'
import { LoadingOrFailed } from './LoadingOrFailed.tsx'
import { LoadMore } from './Pager.tsx'

type Props<Row> = {
  /** What `useList` answers. */
  list: {
    rows: readonly Row[] | undefined
    error: unknown
    refetch: () => unknown
    more: boolean
    isFetchingNextPage: boolean
    loadMore: () => void
  }
  /** How many lines stand for those to come. */
  waiting?: number
  /** Shown in place of the rows where there are none. */
  empty: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** A list of pages in each of its states: on its way, failed, empty, or its rows with a button for more. */
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
