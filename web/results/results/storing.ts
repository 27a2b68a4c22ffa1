import { useEffect, useEffectEvent, useState } from 'react'
import type { InputOf, Operation } from '#contract/language/operation.ts'
import { stale, writing } from '#web/lib/api.ts'
import { mustWait, networkOr } from '#web/lib/later.ts'
import { personId } from '#web/ui/drafts.ts'
import { toastRefusal } from '#web/ui/toast.ts'

/** Told that there is no network to store with, and that there is again. */
export type OnAway = (isAway: boolean) => void

type Storing<Draft> = {
  /** What can be stored now, and a text that differs when it does. */
  ready: ReadonlyMap<string, Draft>
  sign: string
  /** What is read again after a refusal. */
  of: Operation
  /** Whether the person is asked first. */
  isAsked: boolean
  store: (all: ReadonlyMap<string, Draft>, onAway: OnAway) => Promise<void>
}

/** How long a cell is left before it is stored, so that cells that are filled one after another go together. Milliseconds. */
const settling = 500

/** Stores what is ready, one call at a time. What was refused is tried again once it differs, or when the person says so. */
export function useStoring<Draft>({ ready, sign, of, isAsked, store }: Storing<Draft>) {
  const [state, setState] = useState<'idle' | 'sending' | 'away'>('idle')
  const [refused, setRefused] = useState('')
  const isRefused = ready.size > 0 && sign === refused
  const storeNow = useEffectEvent(async () => {
    setState('sending')
    try {
      await store(ready, (isAway) => setState(isAway ? 'away' : 'sending'))
    } catch (problem) {
      setRefused(sign)
      toastRefusal(problem)
      void stale(of)
    } finally {
      setState('idle')
    }
  })
  const mayStore = ready.size > 0 && !isAsked && !isRefused && state === 'idle'
  useEffect(() => {
    if (!mayStore) return
    const timer = setTimeout(() => void storeNow(), settling)
    return () => clearTimeout(timer)
  }, [mayStore, sign])
  return { state, isRefused, again: () => setRefused('') }
}

/** Leaving the grid leaves its last cell too. */
export function useStoredWhenLeft(store: () => void) {
  const storeNow = useEffectEvent(store)
  useEffect(() => () => storeNow(), [])
}

/** Sends what was typed with the same key until there is an answer, as the person who typed it. */
export async function storedUntilAnswered<O extends Operation>(operation: O, input: InputOf<O>, onAway: OnAway) {
  const [key, person] = [crypto.randomUUID(), personId()]
  for (let failures = 0; ; failures++) {
    try {
      const answer = await writing(operation, input, key)
      onAway(false)
      return answer
    } catch (problem) {
      const isOther = personId() !== '' && personId() !== person
      if (!mustWait(problem) || isOther) throw problem
      onAway(true)
      await networkOr(failures)
    }
  }
}
