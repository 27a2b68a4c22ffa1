import { type FocusEvent, type KeyboardEvent, useState } from 'react'

type Does = { reached: (id: string) => void; noAnswer: (id: string) => void; excuse: (id: string) => void }

/** The digits stand on every keyboard, whatever alphabet is typed on it. */
const doneBy: Record<string, keyof Does> = { 1: 'reached', 2: 'noAnswer', 3: 'excuse' }

/** The desk by keys: the list is one stop of Tab, up and down go from student to student, digits say what was done. */
export function useDeskKeys(ids: string[], does: Partial<Does>) {
  const [last, setLast] = useState<string | null>(null)
  const current = last !== null && ids.includes(last) ? last : ids[0]

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const line = (event.target as HTMLElement).closest('li')
    const id = line?.dataset.student
    if (!line || !id || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1]
    const next = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const
    if (digit && doneBy[digit]) does[doneBy[digit]]?.(id)
    else if (event.key in next)
      line[next[event.key as keyof typeof next]]?.querySelector<HTMLElement>('[data-line]')?.focus()
    else return
    event.preventDefault()
  }

  const onFocus = ({ target }: FocusEvent<HTMLElement>) => setLast(target.closest('li')?.dataset.student ?? null)
  return { current, list: { onKeyDown, onFocus } }
}
