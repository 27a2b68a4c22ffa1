import { Dropdown } from '#web/ui/Dropdown.tsx'

type Frame<V> = { label: string; value: V; onChange: (value: V) => void }

const look = 'min-h-11 w-full rounded-field border border-line bg-surface px-3'

export const Words = ({ label, value, onChange, dir = 'auto' }: Frame<string> & { dir?: 'auto' | 'ltr' | 'rtl' }) => (
  <label className="grid gap-1 text-sm">
    {label}
    <input dir={dir} value={value} onChange={({ target }) => onChange(target.value)} className={look} />
  </label>
)

export const Choice = ({
  label,
  items,
  value,
  onChange,
}: Frame<string> & { items: readonly { value: string; label: string }[] }) => (
  <div className="grid gap-1 text-sm">
    {/* The choice itself is named by it. */}
    <span aria-hidden="true">{label}</span>
    <Dropdown
      wide
      label={label}
      items={items.map((item) => ({ ...item, value: item.value || none }))}
      value={value || (items.some((item) => item.value === '') ? none : null)}
      onChange={(chosen) => onChange(chosen === none ? '' : chosen)}
    />
  </div>
)

/** In place of the empty value, because the dropdown compares by non-empty texts. */
const none = 'none'

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
