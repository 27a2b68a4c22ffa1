import { useState } from 'react'
import { plainDigits } from '#web/lib/text.ts'

type Frame<V> = { label: string; value: V; onChange: (value: V) => void }

const look = 'min-h-11 w-full rounded-field border border-line bg-surface px-3'

export const Words = ({ label, value, onChange, dir = 'auto' }: Frame<string> & { dir?: 'auto' | 'ltr' | 'rtl' }) => (
  <label className="grid gap-1 text-sm">
    {label}
    <input dir={dir} value={value} onChange={({ target }) => onChange(target.value)} className={look} />
  </label>
)

/** A number in any digits; empty is none. What is not a number yet stays as it is typed. */
export function NumberInput({ label, value, onChange }: Frame<number | null>) {
  const [text, setText] = useState(value === null ? '' : String(value))
  return (
    <label className="grid gap-1 text-sm">
      {label}
      <input
        dir="ltr"
        inputMode="decimal"
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          const plain = plainDigits(target.value).trim().replace(/[,٫]/, '.')
          if (plain === '') onChange(null)
          else if (/^\d+(\.\d+)?$/.test(plain)) onChange(+plain)
        }}
        className={`${look} rtl:text-end`}
      />
    </label>
  )
}

export const Choice = ({
  label,
  items,
  value,
  onChange,
}: Frame<string> & { items: readonly { value: string; label: string }[] }) => (
  <label className="grid gap-1 text-sm">
    {label}
    <select value={value} onChange={({ target }) => onChange(target.value)} className={look}>
      {items.map((item) => (
        <option key={item.value} value={item.value}>
          {item.label}
        </option>
      ))}
    </select>
  </label>
)

export const TickBox = ({ label, value, onChange }: Frame<boolean>) => (
  <label className="flex min-h-11 items-center gap-2 text-sm">
    <input
      type="checkbox"
      checked={value}
      onChange={({ target }) => onChange(target.checked)}
      className="size-5 shrink-0 accent-(--primary)"
    />
    {label}
  </label>
)
