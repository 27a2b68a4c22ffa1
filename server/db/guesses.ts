/** The rows of statements as they were the last time, as JSON: each reader gets rows of their own. */
export type Guesses = {
  get: (key: string) => string | undefined
  /** Keeps rows in place of the former, and answers them as they are kept. */
  keep: (key: string, rows: unknown[]) => string
}

/** In characters, of keys and rows: some thousand sessions. */
const roomForGuesses = 8_000_000

/** Keeps what was used lately. */
export function newGuesses(room = roomForGuesses): Guesses {
  const kept = new Map<string, string>()
  let taken = 0

  function forget(key: string) {
    taken -= key.length + (kept.get(key)?.length ?? 0)
    kept.delete(key)
  }

  return {
    get: (key) => kept.get(key),
    keep(key, rows) {
      const text = JSON.stringify(rows)
      if (kept.has(key)) forget(key)
      kept.set(key, text)
      taken += key.length + text.length
      for (const oldest of kept.keys()) {
        if (taken <= room) break
        forget(oldest)
      }
      return text
    },
  }
}
