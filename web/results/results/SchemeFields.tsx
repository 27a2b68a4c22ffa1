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
