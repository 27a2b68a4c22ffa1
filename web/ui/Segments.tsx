import { cx } from './cx.ts'

type Props<V extends string> = {
  /** The name of the choice; already translated, like the labels. */
  label: string
  /** `count`: how many there are of it, once that is known. */
  items: readonly { value: V; label: string; count?: number | undefined }[]
  value: V
  onChange: (value: V) => void
}

/** A choice of one among a few, all visible: a switch with one position per choice. */
export function Segments<V extends string>({ label, items, value, onChange }: Props<V>) {
  return (
    <fieldset className="flex max-w-full min-w-0 gap-1 overflow-x-auto rounded-full border border-line bg-surface p-px [scrollbar-width:none]">
      <legend className="sr-only">{label}</legend>
      {items.map((item) => (
        <label
          key={item.value}
          className={cx(
            'capital relative block min-h-11 min-w-11 shrink-0 grow cursor-pointer rounded-full px-2.5 text-center leading-11! whitespace-nowrap max-md:text-sm md:px-4',
            '-outline-offset-3!',
            'has-focus-visible:outline-3 has-focus-visible:outline-accent',
            item.value === value ? 'bg-primary font-semibold text-on-primary' : 'text-muted hover:text-primary',
          )}
        >
          <input
            type="radio"
            name={label}
            checked={item.value === value}
            onChange={() => onChange(item.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {item.label}
          {item.count !== undefined && <span className="ms-1 tabular-nums">{item.count}</span>}
        </label>
      ))}
    </fieldset>
  )
}
