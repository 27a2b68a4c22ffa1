import { useCallback, useEffect, useState } from 'react'

/** What a part of a screen began with, and how it says whether something is typed in it. */
export type Kept<T> = {
  /** What the editor began with: as it is stored, or as it was when typing began. */
  began: T
  /** What others have stored since typing began; null where that is nothing else. */
  newer: T | null
  isTyped: boolean
  onTyped: (isTyped: boolean) => void
}

/** Keeps what is typed while others store: what they stored waits until it is saved or dropped. */
export function useKept<T>(stored: T): Kept<T> {
  const [typedOver, setTypedOver] = useState<{ began: T } | null>(null)
  const began = typedOver ? typedOver.began : stored
  const onTyped = useCallback(
    (isTyped: boolean) => setTypedOver((before) => (isTyped ? (before ?? { began: stored }) : null)),
    [stored],
  )
  return { began, newer: isSame(began, stored) ? null : stored, isTyped: typedOver !== null, onTyped }
}

/** Says of an editor whether something is typed in it. */
export function useTyped({ onTyped }: Pick<Kept<unknown>, 'onTyped'>, isTyped: boolean) {
  useEffect(() => onTyped(isTyped), [onTyped, isTyped])
}

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * Where two versions of a list differ, in words: what only mine has, and what only theirs. Where that says nothing, as of another
 * order, both lists are whole.
 */
export function differingLines<T>(mine: readonly T[], theirs: readonly T[], inWords: (one: T) => string) {
  const linesOf = (some: readonly T[]) => some.map(inWords).join('\n')
  const without = (some: readonly T[], others: readonly T[]) =>
    linesOf(some.filter((one) => !others.some((other) => isSame(one, other))))
  const only = { mine: without(mine, theirs), theirs: without(theirs, mine) }
  return only.mine === only.theirs ? { mine: linesOf(mine), theirs: linesOf(theirs) } : only
}
