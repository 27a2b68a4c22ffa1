/** Logs once that background work waits for the database, and once that it continues, whatever the number of loops. */
export type AwayLog = { lost: (name: string, problem: Error & { code?: string }) => void; back: (name: string) => void }

export function awayLog(log: (line: string) => void): AwayLog {
  const waiting = new Set<string>()
  let since = 0
  return {
    lost(name, problem) {
      if (waiting.size === 0) {
        since = performance.now()
        log(`${name} waits for the database: ${problem.code ?? problem.message}`)
      }
      waiting.add(name)
    },
    back(name) {
      if (!waiting.delete(name) || waiting.size > 0) return
      log(`${name} goes on; the database was away for ${Math.round((performance.now() - since) / 1000)} s`)
    },
  }
}
