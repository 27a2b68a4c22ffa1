import { type KeyboardEvent, useRef, useState } from 'react'
import { repeatedMeanings } from '#contract/exchange/imports/import-shapes.ts'
import { importLimits } from '#contract/exchange/imports/imports.ts'
import { reference } from '#contract/platform/reference/reference.ts'
import { useRead } from '#web/lib/api.ts'
import { translated, useTranslation } from '#web/lib/i18n.ts'
import { relationName } from '#web/lib/reference.ts'
import { cx } from '#web/ui/cx.ts'
import { toastRefusal } from '#web/ui/toast.ts'
import { ClassOfRow } from './ClassOfRow.tsx'
import { changeRow, type SheetColumn, type Import, type ImportRow } from './import.ts'

type Props = { draft: Import; row: ImportRow; column: SheetColumn }

/** A cell with its text and its problems. Enter stores the text and moves to the next wrong cell. */
export function RowCell({ draft, row, column: { position, meaning, heading } }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const reasons = row.problems.filter((problem) => problem.position === position)
  // An unknown name is chosen from the existing ones. After that, the kind of field does not change.
  const [chosen] = useState(reasons.length > 0 && (meaning === 'className' || meaning!.startsWith('relation')))
  const stored = row.cells[position] ?? ''
  const sent = useRef<string>(null)
  const id = `cell-${row.row}-${position}`
  const isWrong = reasons.length > 0
  // A single-line field would join two numbers on two lines into one.
  const [isOfLines] = useState(stored.includes('\n'))

  async function keep(text: string) {
    // Enter stores the text. The cell then loses the focus, which would store it again.
    if (text === sent.current) return
    if (text === stored && sent.current === null) return setTyped(null)
    setTyped(text)
    sent.current = text
    try {
      await changeRow({ importId: draft.id, row: row.row, cells: [{ position, text }] })
      setTyped((now) => (now === text ? null : now))
    } catch (error) {
      toastRefusal(error)
    } finally {
      if (sent.current === text) sent.current = null
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'Escape') setTyped(null)
    if (event.key !== 'Enter' || isOfLines) return
    event.preventDefault()
    const next = wrongCells().find((cell) => isAfter(event.currentTarget, cell))
    keepTyped()
    next?.focus()
  }

  // If nothing was typed, the cell stays as it was, with all its lines.
  const keepTyped = () => typed !== null && void keep(typed)

  const Written = isOfLines ? 'textarea' : 'input'
  const common = {
    id,
    value: typed ?? stored,
    'aria-invalid': isWrong,
    'aria-describedby': isWrong ? `${id}-reason` : undefined,
    'data-cell': true,
    className: cx(
      'min-h-11 w-full min-w-0 scroll-mb-36 scroll-mt-24 rounded-field border bg-surface px-3 py-1.5',
      isWrong ? 'border-danger bg-danger-soft' : 'border-line',
    ),
  }
  return (
    <div className={cx('min-w-0', widthOf(meaning!))}>
      <label htmlFor={id} className="mb-1 block text-sm text-muted">
        {repeatedMeanings.includes(meaning!) ? heading : t(`imports.meaning.${meaning!}`)}
      </label>
      {chosen && meaning === 'className' && <ClassOfRow {...common} draft={draft} row={row} own={stored} />}
      {chosen && meaning !== 'className' && (
        <select {...common} onChange={({ target }) => void keep(target.value)}>
          <Relations own={stored} />
        </select>
      )}
      {!chosen && (
        <Written
          {...common}
          {...(isOfLines && { rows: stored.split('\n').length })}
          dir={latin.test(meaning!) ? 'ltr' : 'auto'}
          className={cx(common.className, latin.test(meaning!) && 'rtl:text-end')}
          maxLength={importLimits.cell}
          onChange={({ target }: { target: { value: string } }) => setTyped(target.value)}
          onBlur={keepTyped}
          onKeyDown={onKeyDown}
        />
      )}
      {isWrong && (
        <p id={`${id}-reason`} className="mt-1 text-sm text-danger">
          {reasons.map(({ reason }) => translated(reason)).join(' · ')}
        </p>
      )}
    </div>
  )
}

/** The names of relations as they are written into a cell, and the name that the cell contains now. */
function Relations({ own }: { own: string }) {
  const { t } = useTranslation()
  const { data: relations = [] } = useRead(reference.relations, {})
  const names = relations.map(({ name }) => ({ value: name, label: relationName(t, name) }))
  return (
    <>
      {!names.some(({ value }) => value === own) && <option value={own}>{own || t('selectItem')}</option>}
      {names.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </>
  )
}

function widthOf(meaning: NonNullable<SheetColumn['meaning']>) {
  if (meaning === 'fullName') return 'flex-[2_1_11rem]'
  return /phone/i.test(meaning) ? 'flex-[1_1_10rem]' : 'flex-[1_1_7rem]'
}

const latin = /phone|birthDate|code|fee(Due|Paid|Day|Family)/i

const wrongCells = () => [...document.querySelectorAll<HTMLElement>('[data-cell][aria-invalid=true]')]

const isAfter = (one: Element, other: Element) =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
