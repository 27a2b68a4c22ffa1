import { linesOf } from './lines.ts'

/**
 * Mutations that nothing notices yet and no excuse explains: conditions of statements, each with its operations. Written by a full proof. Until the
 * next one the list may only become shorter, ideally empty.
 */
export const notNoticed: ReadonlySet<string> = new Set(
  linesOf('not-noticed.txt').flatMap((line) => {
    const [condition, operations] = line.split(' :: ') as [string, string]
    return operations.split(' ').map((operation) => `${operation}: ${condition}`)
  }),
)
