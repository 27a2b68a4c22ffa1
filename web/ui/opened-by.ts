import { useState } from 'react'
import { useSearchParams } from 'react-router'

/**
 * Whether a form is open. An address with `?open=<name>` opens it as a button does; closing takes the word out of the address, so that a
 * reload does not open it again.
 */
export function useOpenedBy(name: string): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [query, setQuery] = useSearchParams()
  const [isOpen, setOpen] = useState(false)
  const isNamed = query.get('open') === name
  const set = (next: boolean) => {
    setOpen(next)
    if (next || !isNamed) return
    setQuery(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('open')
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return [isOpen || isNamed, set]
}
