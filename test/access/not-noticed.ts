import { linesOf } from './lines.ts'

/**
 * What nothing notices yet when it is turned, and nothing excuses: conditions of statements, each with its operations. Written
 * from a whole proof; until the next it may only become shorter, and best of all it is empty.
 */
export const notNoticed: ReadonlySet<string> = new Set(
  linesOf('not-noticed.txt').flatMap((line) => {
    const [condition, operations] = line.split(' :: ') as [string, string]
    return operations.split(' ').map((operation) => `${operation}: ${condition}`)
  }),
)
