import { type RefObject, useEffect } from 'react'

/**
 * What has the focus may disappear: a row is removed, approved or answered, and browsers then put the focus on the page, so that
 * who works by keys begins again at its top. It goes to the row that takes the place of that one, to the one before where it
 * was the last, and to the nearest heading where no row is left. A row takes it as a whole: one key more presses nothing.
 */
export function useFocusAfterRemoval(screen: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const within = screen.current!
    let last: HTMLElement | null = null
    let address: string | undefined
    let place: Place | null = null

    const remember = ({ target }: FocusEvent) => {
      last = target as HTMLElement
      address = pathOf(within)
      place = null
    }
    // A tap beside everything gives the focus up on purpose; what was disabled or removed has only lost it.
    const forget = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null || (target as HTMLButtonElement).disabled) return
      setTimeout(() => {
        if (document.activeElement === document.body && document.hasFocus() && last?.isConnected) last = null
      })
    }
    const observer = new MutationObserver((changes) => {
      if (!last || last.isConnected) return
      place ??= placeOf(last, changes)
      if (document.activeElement !== document.body || !place) return // a dialog is open above it
      if (address === pathOf(within)) focusOn(nearest(place, within))
      last = null
    })

    within.addEventListener('focusin', remember)
    within.addEventListener('focusout', forget)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      within.removeEventListener('focusin', remember)
      within.removeEventListener('focusout', forget)
      observer.disconnect()
    }
  }, [screen])
}

/** Where something stood: what it stood in, and what stood beside it. */
type Place = { parent: Element; next: Node | null; before: Node | null; isRow: boolean }

const rows = 'li, tr, article'

function placeOf(lost: HTMLElement, changes: MutationRecord[]): Place | null {
  for (const { target, removedNodes, nextSibling, previousSibling } of changes)
    for (const node of removedNodes)
      if (node.contains(lost))
        return {
          parent: target as Element,
          next: nextSibling,
          before: previousSibling,
          isRow: node instanceof Element && node.matches(rows),
        }
  return null
}

function nearest({ parent, next, before, isRow }: Place, within: HTMLElement): HTMLElement | null {
  const beside = [next, before].find((node) => node instanceof HTMLElement && node.isConnected && node.matches(rows))
  if (isRow && beside) return beside as HTMLElement
  const row = parent.isConnected && within.contains(parent) ? parent.closest<HTMLElement>(rows) : null
  if (row) return row
  for (let around = parent.isConnected ? parent : within; within.contains(around); around = around.parentElement!) {
    const heading = around.querySelector<HTMLElement>('h1, h2, h3')
    if (heading) return heading
  }
  return null
}

function focusOn(element: HTMLElement | null) {
  if (!element) return
  if (element.tabIndex < 0) {
    element.tabIndex = -1
    element.addEventListener('focusout', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.style.outlineOffset = '-3px' // a list clips what is around its rows
  element.focus({ preventScroll: true })
}

const pathOf = ({ dataset }: HTMLElement) => dataset.address?.split('?')[0]
