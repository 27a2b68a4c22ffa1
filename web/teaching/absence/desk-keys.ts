import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'

type Does = { reached: (id: string) => void; noAnswer: (id: string) => void; excuse: (id: string) => void }

/** The digits stand on every keyboard, whatever alphabet is typed on it. */
const doneBy: Record<string, keyof Does> = { 1: 'reached', 2: 'noAnswer', 3: 'excuse' }

type Place = { id: string; at: number; isInside: boolean }

const lineOf = (target: EventTarget) => (target as HTMLElement).closest<HTMLElement>('li')

/** The desk by keys: the list is one stop of Tab, up and down go from student to student, digits say what was done. */
export function useDeskKeys(ids: string[], does: Partial<Does>) {
  const ref = useRef<HTMLUListElement>(null)
  const [last, setLast] = useState<Place | null>(null)
  const current = last && (ids.includes(last.id) ? last.id : ids[Math.min(last.at, ids.length - 1)])

  // A student who is done with leaves the list and takes the focus along: it belongs to the one who comes in that place.
  useEffect(() => {
    if (current && last?.isInside && current !== last.id && document.activeElement === document.body)
      ref.current?.querySelector<HTMLElement>(`[data-student="${current}"] [data-line]`)?.focus()
  }, [current, last])

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const line = lineOf(event.target)
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

  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const id = lineOf(target)?.dataset.student
    setLast(id ? { id, at: ids.indexOf(id), isInside: true } : null)
  }
  const onBlur = () => setLast((place) => place && { ...place, isInside: false })
  return { current: current ?? ids[0], list: { ref, onKeyDown, onFocus, onBlur } }
}
