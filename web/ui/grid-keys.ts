import { type FocusEvent, type KeyboardEvent, useState } from 'react'

/**
 * The keys of a grid (WAI-ARIA): arrows move between cells as they appear on the screen, in either text direction; Home and End move within
 * the row, with Ctrl to the first and the last cell. Only one cell can be reached by Tab. A cell names its position in `data-cell` and
 * takes its `tabIndex` from `tabIndexOf`.
 */
export function useGridKeys() {
  const [current, setCurrent] = useState('0:0')
  return {
    tabIndexOf: (row: number, column: number) => (current === `${row}:${column}` ? 0 : -1),
    grid: {
      onFocus: ({ target }: FocusEvent) => setCurrent((before) => placeOf(target) ?? before),
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const place = placeOf(event.target as Element)
        const next = place && cellsOf(event.currentTarget, place, event)
        if (!next) return
        event.preventDefault()
        next.focus()
      },
    },
  }
}

const placeOf = (element: Element) => element.closest<HTMLElement>('[data-cell]')?.dataset.cell

function cellsOf(grid: HTMLElement, place: string, { key, ctrlKey }: KeyboardEvent) {
  const [row, column] = place.split(':').map(Number) as [number, number]
  const all = [...grid.querySelectorAll<HTMLElement>('[data-cell]')]
  const inRow = all.filter((cell) => cell.dataset.cell!.startsWith(`${row}:`))
  const at = (r: number, c: number) => all.find((cell) => cell.dataset.cell === `${r}:${c}`)
  const forward = getComputedStyle(grid).direction === 'rtl' ? -1 : 1
  switch (key) {
    case 'ArrowRight':
      return at(row, column + forward)
    case 'ArrowLeft':
      return at(row, column - forward)
    case 'ArrowDown':
      return at(row + 1, column)
    case 'ArrowUp':
      return at(row - 1, column)
    case 'Home':
      return (ctrlKey ? all : inRow)[0]
    case 'End':
      return (ctrlKey ? all : inRow).at(-1)
    default:
      return undefined
  }
}
