import { linesOf } from './lines.ts'

/** What reads so within a function, or another declaration at the top of a file, and how it reads once it is turned. */
export type Edit = { symbol: string; from: string; to: string }

/**
 * A clause written in code, with who asks it. Several edits: where the same rule stands again, so that neither is missed
 * alone. `policies`: the tables whose row-level security keeps it too, opened while it is turned.
 */
export type Turned = { name: string; asks: string; edits: Edit[]; policies: string[] }

/**
 * Reads a file of lines such as `who asks :: symbol :: from ⇒ to ++ symbol :: from ⇒ to ‖ tables`. White space does not count, and
 * neither does the file: a clause is looked for wherever its symbol is declared.
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

/** Every clause of code that decides who sees what and that no declared access and no statement holds. */
export const clauses = clausesIn('clauses.txt')
