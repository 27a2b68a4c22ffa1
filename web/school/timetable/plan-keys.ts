import type { KeyboardEvent } from 'react'

type Keys = { onLetGo: () => void; onCut: (lessonId: string) => void; onPaste: (place: HTMLElement) => void }

/** The keys of the plan: arrows go from place to place as they appear on the screen, Ctrl+X takes a lesson, Ctrl+V puts it, Escape lets go. */
export const planKeys =
  ({ onLetGo, onCut, onPaste }: Keys) =>
  (event: KeyboardEvent<HTMLTableElement>) => {
    const target = event.target as HTMLElement
    const place = target.closest('td')
    if (event.key === 'Escape') return onLetGo()
    if (!place) return undefined
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey) {
      const lessonId = target.closest<HTMLElement>('[data-lesson]')?.dataset.lesson
      if (event.code === 'KeyX' && lessonId) onCut(lessonId)
      else if (event.code === 'KeyV') onPaste(place)
      else return undefined
      event.preventDefault()
      return undefined
    }
    const next = nextPlace(place, event.key)
    if (!next) return undefined
    event.preventDefault()
    next.focus()
    return undefined
  }

/** What can be focused of the nearest place in the direction of an arrow. */
function nextPlace(place: HTMLTableCellElement, key: string) {
  const row = place.parentElement as HTMLTableRowElement
  const rows = [...row.parentElement!.children] as HTMLTableRowElement[]
  const forward = getComputedStyle(place).direction === 'rtl' ? -1 : 1
  const [down, across] = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, forward], ArrowLeft: [0, -forward] }[
    key
  ] ?? [0, 0]
  if (down === 0 && across === 0) return undefined
  let [at, column] = [rows.indexOf(row) + down!, place.cellIndex + across!]
  for (; rows[at]?.cells[column]; at += down!, column += across!) {
    const cell = rows[at]!.cells[column]!
    const button = cell.matches('td') && cell.querySelector<HTMLElement>('button:not(:disabled)')
    if (button) return button
  }
  return undefined
}
