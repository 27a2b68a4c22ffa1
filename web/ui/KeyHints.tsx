import type { ReactNode } from 'react'

type Props = { id?: string; keys: { words: string; key: ReactNode }[] }

/** Keys and what they do, where there is a keyboard. */
export const KeyHints = ({ id, keys }: Props) => (
  <ul id={id} className="mb-1.5 hidden flex-wrap gap-x-4 gap-y-1 text-sm text-muted md:pointer-fine:flex">
    {keys.map(({ words, key }) => (
      <li key={words} className="flex items-center gap-1.5">
        <kbd dir="ltr" className="rounded-md border border-line bg-surface px-2 py-0.5 font-sans text-xs">
          {key}
        </kbd>
        {words}
      </li>
    ))}
  </ul>
)
