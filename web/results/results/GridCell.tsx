import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import { cx } from '#web/ui/cx.ts'
import { nextRow } from './cells.ts'

type Props = {
  label: string
  /** The key of its draft. */
  of: string
  /** Row and column: Enter and the arrows go to the cell below or above, pasted lines fill the cells below. */
  place: [number, string]
  text: string
  problem: boolean
  /** What somebody else has stored here since this text was typed. */
  meanwhile: string | null
  disabled: boolean
  /** Far from the other marks of the pupil. */
  odd: boolean
  onText: (text: string) => void
}

/** One typed mark: a number in any digits, or the letter of a state. */
export function GridCell({ label, of, place: [row, column], text, problem, meanwhile, disabled, odd, onText }: Props) {
  const { t } = useTranslation()
  const move = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { Enter: event.shiftKey ? -1 : 1, ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const next = nextRow(rowsOf(column), row, step)
    if (next !== null) cellAt(next, column)?.focus()
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const lines = event.clipboardData
      .getData('text')
      .trimEnd()
      .split(/\r\n|\n|\r/)
    if (lines.length < 2) return
    event.preventDefault()
    for (const [nth, line] of lines.entries()) fill(cellAt(row + nth, column), line.split('\t')[0]!.trim())
  }
  return (
    <>
      <input
        aria-label={label}
        aria-invalid={problem}
        data-result={`${row} ${column}`}
        data-cell={of}
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        disabled={disabled}
        value={text}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={move}
        onPaste={paste}
        onFocus={({ target }) => target.select()}
        className={cx(
          'min-h-11 w-20 rounded-field border bg-surface px-2 text-center tabular-nums',
          problem && 'border-danger',
          !problem && (meanwhile === null ? 'border-line' : 'border-accent'),
        )}
      />
      {odd && <span className="block text-xs text-wait">{t('results.oddMark')}</span>}
      {meanwhile !== null && (
        <span className="block text-xs text-wait">
          {t('results.storedNow')} <Digits>{meanwhile || '–'}</Digits>
        </span>
      )}
    </>
  )
}

const cellAt = (row: number, column: string) =>
  document.querySelector<HTMLInputElement>(`[data-result="${CSS.escape(`${row} ${column}`)}"]`)

/** Not every student has a second round. */
const rowsOf = (column: string) =>
  [...document.querySelectorAll<HTMLInputElement>(`[data-result$=" ${CSS.escape(column)}"]`)].map(({ dataset }) =>
    Number.parseInt(dataset.result!, 10),
  )

/** As if it was typed there, so that the cell reads it itself. */
function fill(input: HTMLInputElement | null, text: string) {
  if (!input || text === '') return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
