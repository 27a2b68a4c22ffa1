import type { ReactNode } from 'react'
import { outcomes } from '#contract/exchange/imports/import-shapes.ts'
import { imports } from '#contract/exchange/imports/imports.ts'
import { useList } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Empty } from '#web/ui/States.tsx'
import type { Import, ImportRow, ProblemKind, Show } from './import.ts'
import { RowCard } from './RowCard.tsx'

type Props = {
  of: Import
  show: Show
  /** Among rows with problems, only those with this problem. */
  problem?: ProblemKind | null
  /** Renders a row; read-only by default. */
  card?: (row: ImportRow) => ReactNode
}

/** Rows of an import, fifty at a time. */
export function RowList({ of, show, problem = null, card = (row) => <RowCard row={row} /> }: Props) {
  const { t } = useTranslation()
  const list = useList(imports.rows, {
    importId: of.id,
    show,
    ...(problem && { problem: { reason: problem.reason, position: problem.position } }),
    pageSize: 50,
  })
  const { rows } = list
  if (!rows) return <LoadingOrFailed error={list.error} again={list.refetch} />
  if (rows.length === 0) return <Empty sentence={t(show === 'problem' ? 'imports.rowsReady' : 'imports.noRows')} />

  // Corrected rows stay in their place, but the server counts the next page without them, so all pages are requested again.
  const stay = !(outcomes as readonly string[]).includes(show) || rows.every(({ outcome }) => outcome === show)
  return (
    <>
      <ul className="space-y-2" aria-label={t(`imports.show.${show}`)}>
        {rows.map((row) => (
          <li
            key={row.row}
            aria-label={t('imports.row', { number: row.row })}
            className="@container lazy-paint rounded-card border border-line bg-surface px-4 py-3 md:px-5"
          >
            {card(row)}
          </li>
        ))}
      </ul>
      <LoadMore
        more={list.more || !stay}
        pending={list.isFetching}
        onMore={() => (stay ? list.loadMore() : void list.refetch())}
      />
    </>
  )
}
