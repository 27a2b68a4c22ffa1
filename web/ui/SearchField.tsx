import { Search } from 'lucide-react'
import { useId } from 'react'

type Props = { label: string; value: string; onChange: (text: string) => void }

/** Where one types to find: the label, translated, stands in it and is read out. */
export function SearchField({ label, value, onChange }: Props) {
  const id = useId()
  return (
    <div className="relative mb-5 max-w-md">
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
        className="min-h-12 w-full rounded-full border border-line bg-surface ps-12 pe-4 placeholder:text-muted"
      />
    </div>
  )
}
