import type { Answer, RawRows } from '#server/db/batch.ts'

/** The previous answers to statements. */
export type Guesses = {
  get: (key: string) => Answer | undefined
  /** Stores an answer, replacing the earlier one. */
  keep: (key: string, answer: Answer) => void
}

/** Capacity in characters of keys and rows: enough for some thousand sessions. */
const roomForGuesses = 8_000_000

/** A cache that keeps what was used most recently. */
export function newGuesses(room = roomForGuesses): Guesses {
  const kept = new Map<string, { answer: Answer; size: number }>()
  let taken = 0

  function forget(key: string) {
    taken -= kept.get(key)?.size ?? 0
    kept.delete(key)
  }

  return {
    get: (key) => kept.get(key)?.answer,
    keep(key, answer) {
      const former = kept.get(key)
      const size = former?.answer === answer ? former.size : key.length + sizeOf(answer.raw)
      if (former) forget(key)
      kept.set(key, { answer, size })
      taken += size
      for (const oldest of kept.keys()) {
        if (taken <= room) break
        forget(oldest)
      }
    },
  }
}

/** Whether two answers have the same rows. */
export function areSame(former: Answer, now: Answer) {
  if (former.shape !== now.shape && former.shape.names.join() !== now.shape.names.join()) return false
  return (
    former.raw.length === now.raw.length &&
    former.raw.every((fields, row) => fields.every((field, at) => field === now.raw[row]![at]))
  )
}

const sizeOf = (rows: RawRows) => rows.flat().reduce((sum, field) => sum + (field?.length ?? 4), 0)
