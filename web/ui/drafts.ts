import { createContext, useContext, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { useStore } from '#web/lib/store.ts'
import { forgetTyped, type TypedDraft, typedDraft } from '#web/lib/typed-drafts.ts'

/** What surrounds a form, the page or a dialog: its titles, and the drafts in it with what empties their forms. */
export type Surroundings = { titles: string; drafts: Map<string, () => void> }

export const AroundDrafts = createContext<Surroundings>({ titles: '', drafts: new Map() })

/** For the page, and for each dialog, by its title. */
export function useOwnDrafts(title: string): Surroundings {
  const { titles } = useContext(AroundDrafts)
  const [own] = useState(() => ({ titles: `${titles} ${title}`, drafts: new Map<string, () => void>() }))
  return own
}

/** Discards what is typed in the forms of a dialog, or of the page outside of all dialogs, when the person closes or leaves it. */
export function discardDrafts({ drafts }: Surroundings) {
  forgetTyped(personId(), drafts.keys())
  for (const empty of drafts.values()) empty()
}

/**
 * Where a form is: the address, the dialogs around it and `id`, by which it differs from others there. The same place again is the same
 * form, also after the browser has dropped the page.
 */
export function usePlace(id: string): { place: string; draft: TypedDraft | null } {
  const { titles } = useContext(AroundDrafts)
  const { pathname, search } = useLocation()
  const [found] = useState(() => {
    const place = [pathname + search, titles, id].join(' ')
    return { place, draft: typedDraft(personId(), place) }
  })
  return found
}

export const forgetDraft = (place: string) => forgetTyped(personId(), [place])

/** Lets the dialog or the page around it discard a draft. */
export function useDiscardable(place: string, empty: () => void) {
  const { drafts } = useContext(AroundDrafts)
  const emptyNow = useEffectEvent(empty)
  useEffect(() => {
    drafts.set(place, () => emptyNow())
    return () => void drafts.delete(place)
  }, [drafts, place])
}

export const personId = () => useStore.getState().user.id
