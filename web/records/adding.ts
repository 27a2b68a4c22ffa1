import { useSearchParams } from 'react-router'
import type { Operation } from '#contract/language/operation.ts'
import { useMay } from '#web/lib/api.ts'

/**
 * Whether the form for several new rows is open. It is part of the address, so that Back returns to the list. `start` is false for a
 * person who may not add rows.
 */
export function useAddingSeveral(addSeveral: Operation) {
  const [query, setQuery] = useSearchParams()
  const may = useMay(addSeveral)
  const turn = (on: boolean) => {
    const next = new URLSearchParams(query)
    if (on) next.set('add', 'several')
    else next.delete('add')
    setQuery(next)
  }
  return { isAdding: may && query.get('add') === 'several', start: may && (() => turn(true)), stop: () => turn(false) }
}
