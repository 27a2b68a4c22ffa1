import type { ReactNode } from 'react'
import { LoadMore } from './LoadMore.tsx'
import { RowStates } from './RowStates.tsx'

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

/** A paged list: its rows in each of their states, and a button for more. */
export function ListStates<Row>({ list, waiting = 3, empty, children }: Props<Row>) {
  const { rows, error, refetch, more, isFetchingNextPage, loadMore } = list
  return (
    <>
      <RowStates rows={rows} error={error} again={refetch} count={waiting} empty={empty}>
        {children}
      </RowStates>
      {rows && <LoadMore more={more} pending={isFetchingNextPage} onMore={loadMore} />}
    </>
  )
}
