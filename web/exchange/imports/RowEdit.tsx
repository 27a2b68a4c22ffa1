import { Pencil, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { Duplicate } from './Duplicate.tsx'
import { type Import, type ImportRow, leaveOut } from './import.ts'
import { Problems, RowCard, RowHead } from './RowCard.tsx'
import { RowCell } from './RowCell.tsx'

/** A row with editable cells, if it has a problem or somebody wants to edit it. It can be left out and included again. */
export function RowEdit({ draft, row }: { draft: Import; row: ImportRow }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(row.outcome === 'problem')
  const [busy, setBusy] = useState(false)
  const isOut = row.outcome === 'leftOut'

  async function turn() {
    setBusy(true)
    try {
      await leaveOut(draft.id, [row], !isOut)
    } catch (error) {
      toastRefusal(error)
    } finally {
      setBusy(false)
    }
  }

  const number = t('imports.row', { number: row.row })
  const out = (
    <Button
      tone="quiet"
      disabled={busy}
      onClick={() => void turn()}
      aria-label={`${t(isOut ? 'imports.takeIn' : 'imports.leaveOut')}: ${number}`}
      icon={
        isOut ? <Undo2 className="mirror-rtl size-4" aria-hidden="true" /> : <X className="size-4" aria-hidden="true" />
      }
      className="-my-1.5 px-3"
    >
      {t(isOut ? 'imports.takeIn' : 'imports.leaveOut')}
    </Button>
  )
  if (isOut || !open)
    return (
      <div className="flex items-start gap-1">
        <div className="min-w-0 flex-1">
          <RowCard row={row}>{out}</RowCard>
          {!isOut && <Duplicate draft={draft} row={row} />}
        </div>
        {!isOut && (
          <IconButton label={`${t('settings.edit')}: ${number}`} onClick={() => setOpen(true)} className="-my-1.5">
            <Pencil className="size-5" aria-hidden="true" />
          </IconButton>
        )}
      </div>
    )
  // A value that the reader may not see would look like an empty cell.
  const isWrong = (at: number) => row.problems.some(({ position }) => position === at)
  const isNeeded = ({ meaning, position }: Import['columns'][number]) =>
    // A month has thirty columns; those that have no problem are in the way of the one that has.
    meaning !== 'attendOfDay' || row.problems.length === 0 || isWrong(position)
  const columns = draft.columns.filter((one) => one.meaning !== null && !one.hidden && isNeeded(one))
  return (
    <>
      <RowHead row={row}>{out}</RowHead>
      <Problems row={row} cells={columns.map(({ position }) => position)} />
      <Duplicate draft={draft} row={row} />
      <div className="mt-3 flex flex-wrap items-start gap-x-3 gap-y-2">
        {columns.map((column) => (
          <RowCell key={column.position} draft={draft} row={row} column={column} />
        ))}
      </div>
    </>
  )
}
