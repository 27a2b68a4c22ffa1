import { Check, CloudOff, LoaderCircle, type LucideIcon, RefreshCw, TriangleExclamationPoint } from 'lucide-react'
import { useStore } from 'zustand'
import { useTranslation } from '#web/lib/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import type { Cell, Marks } from './sheet.ts'

function stateIn({ problem, draft, news }: Cell, isWaiting: boolean) {
  if (problem) return 'refused'
  if (isWaiting) return 'waiting'
  return draft ? 'saving' : news
}

/** Whether a mark is stored, waiting or refused; empty if it was not changed. */
export function CellState({ cell, marks }: { cell: Cell; marks: Marks }) {
  const { t } = useTranslation()
  const isWaiting = useStore(marks.store, ({ isOffline }) => isOffline && cell.draft !== null)
  const state = stateIn(cell, isWaiting)
  const { Icon, look } = looks[state ?? 'saved']
  return (
    <span className="size-5 shrink-0" title={state ? t(`marks.state.${state}`) : undefined}>
      {state && (
        <>
          <Icon className={cx('size-5', look)} aria-hidden="true" />
          <span className="sr-only">{t(`marks.state.${state}`)}</span>
        </>
      )}
    </span>
  )
}

const looks: Record<
  'refused' | 'waiting' | 'saving' | 'saved' | 'changedElsewhere',
  { Icon: LucideIcon; look: string }
> = {
  refused: { Icon: TriangleExclamationPoint, look: 'text-danger' },
  waiting: { Icon: CloudOff, look: 'text-wait' },
  saving: { Icon: LoaderCircle, look: 'animate-spin text-muted' },
  saved: { Icon: Check, look: 'text-ok' },
  changedElsewhere: { Icon: RefreshCw, look: 'text-primary' },
}
