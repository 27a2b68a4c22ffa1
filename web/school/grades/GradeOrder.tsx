import { GripVertical } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { grades } from '#contract/school/grades/grades.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { MoveButtons } from '#web/ui/MoveButtons.tsx'
import { TypedBeside } from '#web/ui/typed.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'

type Grade = OutputOf<typeof grades.get>

type Props = { schoolId: string; rows: Grade[]; onClose: () => void }

/** The grades of a school put into an order, by dragging or by keys; nothing is stored before it is saved. */
export function GradeOrder({ schoolId, rows, onClose }: Props) {
  const { t } = useTranslation()
  const store = useChange(grades.setOrder)
  const [order, setOrder] = useState(rows)
  const { saving, save } = useSaving()
  const [spoken, setSpoken] = useState('')

  function move(from: number, wanted: number) {
    const to = Math.max(0, Math.min(order.length - 1, wanted))
    if (to === from) return
    const { name } = order[from]!
    setOrder(order.toSpliced(from, 1).toSpliced(to, 0, order[from]!))
    setSpoken(t('settings.grade.moved', { name: isolated(name), place: to + 1, count: order.length }))
    // The row is taken out of the page and put back, which loses the focus.
    const focused = document.activeElement
    requestAnimationFrame(() => focused instanceof HTMLElement && focused.focus())
  }

  const items = order.map(({ id, version }) => ({ id, baseVersion: version }))
  const send = () => save(() => store({ schoolId, items }), t('settings.grade.ordered'), onClose)

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('settings.grade.order')}
      description={t('settings.grade.orderMeans')}
    >
      <TypedBeside isTyped={order !== rows} />
      <ol className="mt-3 space-y-2">
        {order.map((grade, place) => (
          <OrderLine key={grade.id} grade={grade} place={place} last={order.length - 1} onMove={move} />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {spoken}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <DialogCancel />
        <Button tone="primary" disabled={saving} onClick={send}>
          {t(saving ? 'common.submitting' : 'common.save')}
        </Button>
      </div>
    </Dialog>
  )
}

type LineProps = { grade: Grade; place: number; last: number; onMove: (from: number, to: number) => void }

function OrderLine({ grade: { name }, place, last, onMove }: LineProps) {
  const { t } = useTranslation()
  const [dragged, setDragged] = useState(0)

  const byKey = (event: KeyboardEvent) => {
    const to = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    onMove(place, to)
  }
  const drag = (event: PointerEvent<HTMLButtonElement>) => {
    const { currentTarget: handle, clientY: from } = event
    handle.setPointerCapture(event.pointerId)
    let by = 0
    const moved = (later: globalThis.PointerEvent) => setDragged((by = later.clientY - from))
    handle.addEventListener('pointermove', moved)
    handle.addEventListener(
      'lostpointercapture',
      () => {
        handle.removeEventListener('pointermove', moved)
        setDragged(0)
        onMove(place, place + stepsOf(handle, by))
      },
      { once: true },
    )
  }

  return (
    <li
      style={{ transform: dragged ? `translateY(${dragged}px)` : undefined }}
      className={cx(
        'flex min-h-14 items-center gap-2 rounded-card border border-line bg-surface ps-1 pe-1.5',
        dragged !== 0 && 'relative z-10 border-primary',
      )}
    >
      <button
        type="button"
        aria-label={t('settings.grade.move', { name })}
        onKeyDown={byKey}
        onPointerDown={drag}
        className="grid size-11 shrink-0 cursor-grab touch-none place-items-center rounded-full text-muted hover:text-primary"
      >
        <GripVertical className="size-5" aria-hidden="true" />
      </button>
      <p className="min-w-0 flex-1 font-semibold [overflow-wrap:anywhere]">
        <bdi>{name}</bdi>
      </p>
      <MoveButtons
        up={t('settings.grade.up', { name })}
        down={t('settings.grade.down', { name })}
        place={place}
        last={last}
        onMove={onMove}
      />
    </li>
  )
}

/** How many places a row was dragged by; the rows are nearly always of one height. */
function stepsOf(handle: HTMLElement, pixels: number) {
  const row = handle.closest('li')!
  const other = row.nextElementSibling ?? row.previousElementSibling
  return other ? Math.round(pixels / Math.abs(heightTo(row, other as HTMLElement))) : 0
}

const heightTo = (row: HTMLElement, other: HTMLElement) => row.offsetTop - other.offsetTop
