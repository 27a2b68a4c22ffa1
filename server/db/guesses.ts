/** The rows of statements as they were the last time, as JSON: each reader gets rows of their own. */
export type Guesses = {
  get: (key: string) => string | undefined
  /** Keeps rows in place of the former, and answers them as they are kept. */
  keep: (key: string, rows: unknown[]) => string
}

const most = 10_000

/** Keeps what was used lately. */
export function newGuesses(limit = most): Guesses {
  const kept = new Map<string, string>()

  return {
    get: (key) => kept.get(key),
    keep(key, rows) {
      const text = JSON.stringify(rows)
      kept.delete(key)
      kept.set(key, text)
      if (kept.size > limit) kept.delete(kept.keys().next().value!)
      return text
    },
  }
}
