import { NavigationType } from 'react-router'
import { blockerOf } from './screen-blockers.ts'

/** The state of an entry of the history, as the router writes it, and our mark. */
type Entry = { idx?: number; key?: string; over?: true } | null

/** How many dialogs, sheets and menus are open. */
let open = 0
/** The index of the entry that stands for all of them. */
let entry = 0
/** A step of ours, of which the router notices nothing. */
let isOurs = false
let keyOfScreen: string | undefined

const here = () => history.state as Entry

/**
 * While anything is over the page, the history has one more entry, so that Back has something to go back from, even on the first page of
 * a visit, and the browser never leaves the page with what is typed. The router does not know of it.
 */
export function enterOver() {
  open++
  if (open > 1 || here()?.over) return
  entry = (here()?.idx ?? 0) + 1
  history.pushState({ ...here(), idx: entry, over: true }, '')
}

/** When the last one has closed, the entry is removed; later, because the next one may open at once. */
export function leaveOver() {
  open--
  if (open === 0) setTimeout(tidy, 0)
}

function tidy() {
  if (open === 0 && here()?.over) stepBy(-1)
}

function stepBy(steps: number) {
  isOurs = true
  history.go(steps)
}

/** Called with the key of the location that the router shows. */
export const screenIs = (key: string) => void (keyOfScreen = key)

/** To be called once, before the router begins to listen. */
export function watchBack() {
  // After a reload nothing is open.
  if (here()?.over) history.replaceState({ ...here(), over: undefined }, '')
  addEventListener('popstate', (event) => {
    const { idx, key, over } = here() ?? {}
    if (isOurs) {
      isOurs = false
      event.stopImmediatePropagation()
      if (open === 0 && over)
        stepBy(1) // a screen was opened meanwhile, beyond the entry
      else if (open > 0 && !over) {
        open-- // another dialog was opened meanwhile
        enterOver()
      }
    } else if (open > 0 && !over && idx !== undefined) {
      event.stopImmediatePropagation()
      stepBy(entry - idx)
      const step = {
        historyAction: NavigationType.Pop,
        nextLocation: screenHere(),
      }
      blockerOf(step)?.onBlocked({ proceed: () => undefined, reset: () => undefined })
    } else if (open === 0 && over) {
      event.stopImmediatePropagation() // left behind when a link was followed from a menu
      history.go(key === keyOfScreen ? 1 : -1)
    }
  })
}

function screenHere() {
  const { pathname, search, hash } = location
  return { pathname, search, hash, state: null, key: '', mask: undefined }
}
