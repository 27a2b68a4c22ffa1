import { useCallback, useEffect, useState } from 'react'
import { type EditorDraft, useDiscarding, useEditorDraft, useKeeping } from '#web/ui/editor-draft.ts'

/** What an editor started with, and how it reports that something was typed. */
export type UnsavedEdit<T> = {
  /** The value that the editor started with: the stored one, or the one that was stored when typing began. */
  began: T
  /** What others have stored since typing began; null if it is the same. */
  newer: T | null
  isTyped: boolean
  onTyped: (isTyped: boolean) => void
  /** What was typed when the page was left; `round` counts how often it was discarded, after which the editor begins anew. */
  draft: Pick<EditorDraft<unknown>, 'restored' | 'keep' | 'drop'> & { discard: () => void; round: number }
}

/**
 * Keeps what is typed when others store a new value: their value waits until the typed one is saved or discarded. `id`: where what is typed is
 * kept when the page is left.
 */
export function useUnsavedEdit<T>(stored: T, id: string): UnsavedEdit<T> {
  const [round, setRound] = useState(0)
  const draft = useEditorDraft<{ began: T; typed: unknown }>(id)
  const { restored, keep, drop } = draft
  const [typedOver, setTypedOver] = useState<{ began: T } | null>(restored)
  const discard = useDiscarding(draft, () => {
    setTypedOver(null)
    setRound(round + 1)
  })
  const began = typedOver ? typedOver.began : stored
  const onTyped = useCallback(
    (isTyped: boolean) => {
      setTypedOver((before) => (isTyped ? (before ?? { began: stored }) : null))
      if (!isTyped) drop()
    },
    [stored, drop],
  )
  return {
    began,
    newer: isSame(began, stored) ? null : stored,
    isTyped: typedOver !== null,
    onTyped,
    draft: { restored: restored && restored.typed, keep: (typed) => keep({ began, typed }), drop, discard, round },
  }
}

/** Reports whether something is typed in an editor, and keeps it. */
export function useTyped(
  { onTyped, draft }: Pick<UnsavedEdit<unknown>, 'onTyped' | 'draft'>,
  isTyped: boolean,
  typed: object,
) {
  useEffect(() => onTyped(isTyped), [onTyped, isTyped])
  useKeeping(draft, isTyped ? typed : null)
}

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * The difference between two versions of a list, in words: what only mine has, and what only theirs has. If there is no such entry,
 * because only the order differs, both lists are shown in full.
 */
export function differingLines<T>(mine: readonly T[], theirs: readonly T[], inWords: (one: T) => string) {
  const linesOf = (some: readonly T[]) => some.map(inWords).join('\n')
  const without = (some: readonly T[], others: readonly T[]) =>
    linesOf(some.filter((one) => !others.some((other) => isSame(one, other))))
  const only = { mine: without(mine, theirs), theirs: without(theirs, mine) }
  return only.mine === only.theirs ? { mine: linesOf(mine), theirs: linesOf(theirs) } : only
}
