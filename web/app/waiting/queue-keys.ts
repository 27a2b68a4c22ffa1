import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useToast, hush } from '#web/ui/toast.ts'

type Row = { id: string }

/** The chosen item with its place, and the one before it that has left the queue. */
type Held = { id: string | undefined; at: number; left: string | undefined }

/** Keys by their place, so that they work whatever alphabet is typed: the letters of the English layout. */
const steps: Record<string, number> = { KeyJ: 1, ArrowDown: 1, KeyK: -1, ArrowUp: -1 }
const buttons: Record<string, string> = { KeyA: 'accept', KeyR: 'refuse' }

/**
 * A queue by keys: J and K go to the next and the former item, A and R press what its buttons do, U takes the last decision back. They
 * work while the focus is in the queue. When an item leaves, the one that comes in its place is chosen, and the item itself when it comes
 * back; it has the focus if the former had.
 */
export function useQueue<R extends Row>(rows: readonly R[]) {
  const ref = useRef<HTMLDivElement>(null)
  const was = useRef<string | undefined>(undefined)
  const [held, setHeld] = useState<Held>({ id: undefined, at: 0, left: undefined })
  const byId = (wanted: string | undefined) => rows.find(({ id }) => id === wanted)
  const current = byId(held.left) ?? byId(held.id) ?? rows[Math.min(held.at, rows.length - 1)]
  if (current && current.id !== held.id) setHeld({ ...placeOf(current), left: byId(held.id) ? undefined : held.id })

  function placeOf(row: R) {
    return { id: row.id, at: rows.indexOf(row) }
  }
  const choose = (row: R) => setHeld({ ...placeOf(row), left: undefined })
  const focusOn = (id: string) => ref.current?.querySelector<HTMLElement>(`[data-item="${id}"]`)?.focus()

  useLayoutEffect(() => {
    const before = was.current
    was.current = current?.id ?? before
    if (!current || before === current.id) return
    const isLost = before !== undefined && document.activeElement === document.body
    const hasKeys = before === undefined && matchMedia('(pointer: fine)').matches
    if (isLost || hasKeys) focusOn(current.id)
  }, [current])

  function move(by: number) {
    const next = current && rows[rows.indexOf(current) + by]
    if (!next) return
    choose(next)
    focusOn(next.id)
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const target = event.target as HTMLElement
    // React also brings the keys of a dialog that an item has opened.
    if (!ref.current?.contains(target) || target.closest('input, textarea, select, [contenteditable]')) return
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    if (event.code in steps) move(steps[event.code]!)
    else if (event.code in buttons)
      ref.current.querySelector<HTMLButtonElement>(`[data-does="${buttons[event.code]}"]`)?.click()
    else if (event.code === 'KeyU') takeBack()
    else return
    event.preventDefault()
  }

  return { current, choose, region: { ref, onKeyDown, tabIndex: -1 } }
}

/** What the toast offers to take back. */
function takeBack() {
  const action = useToast.getState().shown?.action
  if (!action) return
  hush()
  action.run()
}
