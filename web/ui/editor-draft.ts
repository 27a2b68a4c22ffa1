import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { forgetDraft, useDiscardable, usePlace } from './drafts.ts'
import { keepDraft } from './form-draft.ts'

export type EditorDraft<T> = {
  place: string
  /** What was typed when the page was left; null where nothing was, or once it is stored or discarded. */
  restored: T | null
  keep: (typed: T) => void
  /** Once it is stored. */
  drop: () => void
}

/**
 * Keeps what is typed in an editor that is no `Form`, as JSON, as the words of forms are kept: under its place, of which `id` is the part that
 * no other editor there has. The editor begins with `restored`.
 */
export function useEditorDraft<T>(id: string): EditorDraft<T> {
  const { place, draft } = usePlace(id)
  const [restored, setRestored] = useState(draft ? (draft.values.typed as T) : null)
  const keep = useCallback((typed: T) => keepDraft(place, { values: { typed }, before: {} }), [place])
  const drop = useCallback(() => {
    forgetDraft(place)
    setRestored(null)
  }, [place])
  return { place, restored, keep, drop }
}

/** Keeps what is typed whenever it has changed; null: nothing is. */
export function useKeeping<T>({ keep, drop }: Pick<EditorDraft<T>, 'keep' | 'drop'>, typed: T | null) {
  const written = JSON.stringify(typed)
  const last = useRef(written)
  const keepNow = useEffectEvent(() => (typed === null ? drop() : keep(typed)))
  useEffect(() => {
    if (written === last.current) return // what is restored does not become younger
    last.current = written
    keepNow()
  }, [written])
}

/** Discards it, also when the person leaves the page or closes the dialog around it. `putBack`: makes the editor show what is stored. */
export function useDiscarding<T>({ place, drop }: EditorDraft<T>, putBack: () => void) {
  const discard = () => {
    drop()
    putBack()
  }
  useDiscardable(place, discard)
  return discard
}
