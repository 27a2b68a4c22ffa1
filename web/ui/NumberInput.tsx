import { useContext, useEffect, useId, useState } from 'react'
import { amountTyped, Unreadable } from './amount-typed.ts'
import { cx } from './cx.ts'

type Props = { label: string; value: number | null; onChange: (value: number | null) => void }

/** A number in any digits; empty means none. A text that is no number stays as typed and prevents saving. */
export function NumberInput({ label, value, onChange }: Props) {
  const [text, setText] = useState(value === null ? '' : String(value))
  const id = useId()
  const report = useContext(Unreadable)
  const isUnreadable = amountTyped(text) === undefined
  useEffect(() => {
    report?.(id, isUnreadable)
    return () => report?.(id, false)
  }, [report, id, isUnreadable])
  return (
    <label className="grid gap-1 text-sm">
      {label}
      <input
        dir="ltr"
        inputMode="decimal"
        aria-invalid={isUnreadable}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          const read = amountTyped(target.value)
          if (read !== undefined) onChange(read)
        }}
        className={cx(
          'min-h-11 w-full rounded-field border bg-surface px-3 rtl:text-end',
          isUnreadable ? 'border-danger' : 'border-line',
        )}
      />
    </label>
  )
}
