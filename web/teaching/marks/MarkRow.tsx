import { CalendarCheck } from 'lucide-react'
import { type KeyboardEvent, memo, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Avatar } from '#web/ui/Picture.tsx'
import { CellProblem } from './CellProblem.tsx'
import { CellState } from './CellState.tsx'
import { isAbsent, shownMark } from './reading.ts'
import { type Cell, type Marks, ratingOf } from './sheet.ts'

type Props = {
  marks: Marks
  id: string
  name: string
  image: string | null
  number: number
  isDelivery: boolean
  mayRate: boolean
  /** Opens the dialog for the day of delivery. */
  onDelivery: (id: string) => void
}

/** One student and their mark. Each row subscribes to its own cell, so that typing in one row renders no other row. */
export const MarkRow = memo(function MarkRow(props: Props) {
  const { marks, id, name, image, number, isDelivery, mayRate, onDelivery } = props
  const { t } = useTranslation()
  const cell = useStore(marks.store, ({ cells }) => cells.get(id))
  const typed = useStore(marks.store, ({ typing }) => (typing?.id === id ? typing.text : null))
  const fullMark = useStore(marks.store, (sheet) => sheet.fullMark)
  if (!cell) return null

  const { problem } = cell
  const rating = ratingOf(cell)
  const refusedText = refusedTextOf(cell)
  const shown = refusedText ?? shownMark(rating, t('marks.letter'))
  const isAway = isAbsent(rating) && !refusedText && typed === null
  const isDelivered = isDelivery && !cell.draft && !problem && cell.stored.tookPart === true
  const day = isDelivered && cell.stored.deliveredOn
  return (
    <li className={cx('px-3 py-1.5 md:px-5', problem && 'bg-danger-soft/40')}>
      <div className="flex min-h-12 items-center gap-3">
        <span aria-hidden="true" className="w-6 shrink-0 text-end text-sm text-muted tabular-nums">
          {number}
        </span>
        <Avatar names={name.split(' ')} src={image} className="size-8 max-sm:hidden" />
        <NameOfRow id={id} name={name} away={isAway ? t(isDelivery ? 'marks.notDelivered' : 'marks.absent') : null}>
          {day && (
            <span className="block text-sm leading-5 text-muted">
              {t('marks.deliveredOn')} <Day day={day} />
            </span>
          )}
        </NameOfRow>
        {isDelivery && mayRate && (
          <span className="size-11 shrink-0">
            {isDelivered && (
              <IconButton label={`${t('marks.deliveredOn')}: ${name}`} onClick={() => onDelivery(id)}>
                <CalendarCheck className="size-5" aria-hidden="true" />
              </IconButton>
            )}
          </span>
        )}
        {mayRate ? (
          <MarkField id={id} text={typed ?? shown} isRefused={problem !== null} marks={marks} />
        ) : (
          <output id={`mark-${id}`} className="min-w-11 text-center text-lg font-medium">
            <Digits>{shown || '–'}</Digits>
          </output>
        )}
        <span aria-hidden="true" className="w-10 shrink-0 text-sm text-muted max-sm:hidden">
          <Digits>/{fullMark}</Digits>
        </span>
        <CellState marks={marks} cell={cell} />
      </div>
      {problem && <CellProblem id={id} problem={problem} cell={cell} marks={marks} />}
    </li>
  )
})

const refusedTextOf = ({ problem }: Cell) => (problem && 'typed' in problem ? problem.typed : null)

type NameProps = { id: string; name: string; away: string | null; children: ReactNode }

const NameOfRow = ({ id, name, away, children }: NameProps) => (
  // The space for the second line is always there, so that the marks below do not move when a student is marked absent.
  <span className={cx('min-w-0 flex-1', !away && !children && 'py-2.5')}>
    <label htmlFor={`mark-${id}`} className="[overflow-wrap:anywhere]">
      <Bdi>{name}</Bdi>
    </label>
    {away && <span className="block text-sm leading-5 font-medium text-danger">{away}</span>}
    {children}
  </span>
)

type FieldProps = { id: string; text: string; isRefused: boolean; marks: Marks }

const MarkField = ({ id, text, isRefused, marks }: FieldProps) => (
  <input
    id={`mark-${id}`}
    value={text}
    dir="ltr"
    inputMode="decimal"
    enterKeyHint="next"
    autoComplete="off"
    maxLength={20}
    aria-invalid={isRefused}
    aria-describedby={isRefused ? `problem-${id}` : undefined}
    onFocus={({ target }) => {
      marks.begin(id)
      target.select()
    }}
    onBlur={() => marks.commit()}
    onChange={({ target }) => marks.write(target.value)}
    onKeyDown={(event) => moveOn(event, marks)}
    className={cx(
      'h-11 w-20 shrink-0 scroll-mt-24 scroll-mb-36 rounded-field border bg-bg px-2 text-center text-lg font-medium tabular-nums',
      isRefused ? 'border-danger' : 'border-line',
    )}
  />
)

/** If the text cannot be read, the cursor stays in the cell, so that it can be corrected there. */
function moveOn(event: KeyboardEvent<HTMLInputElement>, marks: Marks) {
  const input = event.currentTarget
  if (event.key === 'Escape') {
    marks.restore()
    selectOnceShown(input)
    return
  }
  const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey)
  if (isUndo && marks.store.getState().typing?.text == null) {
    event.preventDefault()
    return marks.undo()
  }
  const step = { ArrowDown: 1, ArrowUp: -1, Enter: event.shiftKey ? -1 : 1 }[event.key]
  if (!step || event.nativeEvent.isComposing) return
  event.preventDefault()
  if (marks.commit()) focusBeside(input, step)
  else input.select()
}

/** Moves to the cell this many rows below; stays if it is the last one. */
export function focusBeside(input: HTMLInputElement, step: number) {
  const inputs = [...(input.closest('ol')?.querySelectorAll('input') ?? [])]
  const next = inputs[inputs.indexOf(input) + step]
  if (next) next.focus()
  else selectOnceShown(input)
}

/** Not if somebody went on to another cell meanwhile: selecting takes the cursor back, and the next mark would be another student's. */
const selectOnceShown = (input: HTMLInputElement) =>
  setTimeout(() => document.activeElement === input && input.select(), 0)
