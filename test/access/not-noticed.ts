import { readFileSync } from 'node:fs'

/**
 * What nothing notices yet when it is turned, and nothing excuses: conditions of statements, each with its operations. Most
 * name a school beside an id that is of that school anyway. The list may only become shorter.
 */
export const notNoticed: ReadonlySet<string> = new Set(
  readFileSync(new URL('./not-noticed.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [condition, operations] = line.split(' :: ') as [string, string]
      return operations.split(' ').map((operation) => `${operation}: ${condition}`)
    }),
)
