import { type RefObject, useEffect } from 'react'

/**
 * The focused element may disappear, because its row is removed, approved or answered. Browsers then move the focus to the page, so that
 * keyboard users start at its top again. Here it moves to the row that takes its place, to the previous row if it was the last, or to the
 * nearest heading if no row is left. The whole row gets the focus, so that one key more presses nothing.
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
    // A tap outside everything removes the focus on purpose; a disabled or removed element has only lost it.
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

/** Where an element was: its parent and its neighbours. */
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
  element.style.outlineOffset = '-3px' // a list cuts off what is outside its rows
  element.focus({ preventScroll: true })
}

const pathOf = ({ dataset }: HTMLElement) => dataset.address?.split('?')[0]
