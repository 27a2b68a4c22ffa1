import type { ComponentProps, ReactNode } from 'react'
import { LoadingOrFailed } from './LoadingOrFailed.tsx'

type Props<Rows> = ComponentProps<typeof LoadingOrFailed> & {
  rows: Rows | undefined
  /** Whether nothing is shown, if that is not the same as having no rows. */
  isEmpty?: boolean
  /** Shown if there are no rows. */
  empty: ReactNode
  children: (rows: Rows) => ReactNode
}

/** Rows in each of their states: loading, failed, none, or as they are drawn. */
export function RowStates<Rows extends readonly unknown[]>({
  rows,
  isEmpty = rows?.length === 0,
  empty,
  children,
  ...loading
}: Props<Rows>) {
  if (!rows) return <LoadingOrFailed {...loading} />
  return isEmpty ? empty : children(rows)
}
