import { appendFileSync } from 'node:fs'
import { inParallel } from './call.ts'

type Count = { all: number; turned: number; noticed: number; kept: number }

const counts = new Map<string, Count>()

/** Counts how many of a kind exist and how many of them this run mutates. */
export function counted<M>(kind: string, all: M[], turned: M[]): M[] {
  counts.set(kind, { all: all.length, turned: turned.length, noticed: 0, kept: 0 })
  return turned
}

/** The names of mutants that nothing notices and no other rule covers. With PROOF_LOG, what noticed each is written there. */
export async function survivors<M extends { name: string; kept?: () => boolean }>(
  kind: string,
  mutants: M[],
  isNoticed: (mutant: M) => Promise<string | null>,
  atOnce = 1,
): Promise<string[]> {
  const left: string[] = []
  await inParallel(
    mutants,
    async (mutant) => {
      const by = await isNoticed(mutant)
      const isKept = !by && mutant.kept?.() === true
      if (by) counts.get(kind)!.noticed++
      else if (isKept) counts.get(kind)!.kept++
      else left.push(mutant.name)
      if (process.env.PROOF_LOG)
        appendFileSync(process.env.PROOF_LOG, `${JSON.stringify({ kind, mutant: mutant.name, by, isKept })}\n`)
    },
    atOnce,
  )
  return left
}

/** What was mutated and noticed, by kind, and what was not mutated. */
export const tally = () =>
  [...counts]
    .map(
      ([kind, { all, turned, noticed, kept }]) =>
        `proof of access, ${kind}: ${turned} of ${all} turned, ${noticed} noticed, ${kept} kept by an id that was looked at before, ` +
        `${turned - noticed - kept} excused or missed` +
        `${turned < all ? `; ${all - turned} were not turned (npm run proof turns all)` : ''}\n`,
    )
    .join('')
