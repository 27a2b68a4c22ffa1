import { linesOf } from './lines.ts'

/** A text within a function, or within another declaration at the top of a file, and its mutated form. */
export type Edit = { symbol: string; from: string; to: string }

/**
 * A clause in code, with the operations that use it. Several edits: the same rule exists in several places and one alone would not be noticed.
 * `policies`: the tables whose row-level security enforces it too; it is opened during the mutation.
 */
export type Turned = { name: string; asks: string; edits: Edit[]; policies: string[] }

/**
 * Reads a file of lines such as `who asks :: symbol :: from ⇒ to ++ symbol :: from ⇒ to ‖ tables`. White space and the file do not matter: a clause
 * is searched wherever its symbol is declared.
 */
export const clausesIn = (file: string): Turned[] =>
  linesOf(file).map((line) => {
    const [rule, policies] = line.split(' ‖ ') as [string, string?]
    const [asks] = rule.split(' :: ') as [string]
    const edits = rule
      .slice(asks.length + 4)
      .split(' ++ ')
      .map((edit) => {
        const [symbol, turn] = edit.split(' :: ') as [string, string]
        const [from, to] = turn.split('⇒') as [string, string]
        return { symbol, from: from.trim(), to: to.trim() }
      })
    return { name: `${edits[0]!.symbol}: ${edits[0]!.from}`, asks, edits, policies: policies?.split(' ') ?? [] }
  })

/** All clauses in code that decide who sees what and that are in no declared access and no statement. */
export const clauses = clausesIn('clauses.txt')
