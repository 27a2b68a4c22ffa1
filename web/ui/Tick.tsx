import type { ReactNode } from 'react'

type Tick = { label: ReactNode; checked: boolean; disabled?: boolean; onChange: (checked: boolean) => void }

/** A checkbox outside a form, with its words. */
export const Tick = ({ label, checked, disabled, onChange }: Tick) => (
  <label className="flex min-h-11 items-center gap-3">
    <input
      type="checkbox"
      checked={checked}
      disabled={disabled}
      onChange={({ target }) => onChange(target.checked)}
      className="size-5 shrink-0 accent-(--primary)"
    />
    <span>{label}</span>
  </label>
)
