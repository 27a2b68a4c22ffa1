import { useCallback, useEffect, useState } from 'react'

/** What an editor started with, and how it reports that something was typed. */
export type Kept<T> = {
  /** The value that the editor started with: the stored one, or the one that was stored when typing began. */
  began: T
  /** What others have stored since typing began; null if it is the same. */
  newer: T | null
  isTyped: boolean
  onTyped: (isTyped: boolean) => void
}

/** Keeps what is typed when others store a new value: their value waits until the typed one is saved or discarded. */
export function useKept<T>(stored: T): Kept<T> {
  const [typedOver, setTypedOver] = useState<{ began: T } | null>(null)
  const began = typedOver ? typedOver.began : stored
  const onTyped = useCallback(
    (isTyped: boolean) => setTypedOver((before) => (isTyped ? (before ?? { began: stored }) : null)),
    [stored],
  )
  return { began, newer: isSame(began, stored) ? null : stored, isTyped: typedOver !== null, onTyped }
}

/** Reports whether something is typed in an editor. */
export function useTyped({ onTyped }: Pick<Kept<unknown>, 'onTyped'>, isTyped: boolean) {
  useEffect(() => onTyped(isTyped), [onTyped, isTyped])
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
