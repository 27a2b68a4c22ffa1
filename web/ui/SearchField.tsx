import { Search } from 'lucide-react'
import { useId } from 'react'
import { cx } from './cx.ts'

type Props = { label: string; value: string; onChange: (text: string) => void; className?: string }

/** A search field. The translated label is its placeholder and is read out. */
export function SearchField({ label, value, onChange, className = 'mb-3 max-w-md' }: Props) {
  const id = useId()
  return (
    <div className={cx('relative print:hidden', className)}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search className="pointer-events-none absolute inset-y-0 start-4 my-auto size-5 text-muted" aria-hidden="true" />
      <input
        id={id}
        type="search"
        dir="auto"
        maxLength={200}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-11 w-full rounded-full border border-line bg-surface ps-12 pe-4 placeholder:text-muted"
      />
    </div>
  )
}
