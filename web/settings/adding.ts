import { useSearchParams } from 'react-router'

/** Whether several are being added here: it stands in the address, so that the back button leads to the list. */
export function useAddingSeveral() {
  const [query, setQuery] = useSearchParams()
  const turn = (on: boolean) => {
    const next = new URLSearchParams(query)
    if (on) next.set('add', 'several')
    else next.delete('add')
    setQuery(next)
  }
  return { isAdding: query.get('add') === 'several', start: () => turn(true), stop: () => turn(false) }
}
