import type { Operation } from '#contract/operation.ts'
import type { Mutant } from './mutants.ts'
import type { Persona } from './people.ts'
import { type Ground, inParallel, planned, tried } from './run.ts'
import { undone } from './undone.ts'

/** The first cell of the matrix that fails while a mutant lives; null when none does. */
export async function killed(ground: Ground, mutant: Mutant, people: Persona[]) {
  mutant.begin()
  try {
    return await undone(ground.owner, async () => {
      for (const operation of mutant.operations) {
        const complaint = await firstComplaint(ground, operation, people)
        if (complaint) return complaint
      }
      return null
    })
  } finally {
    mutant.end()
  }
}

/** Calls in an order that mixes people and bodies, until one is not as the oracle wants it. */
async function firstComplaint(ground: Ground, operation: Operation, people: Persona[]) {
  const plans = mixed(planned(ground, operation, people))
  const complaints: string[] = []
  await inParallel(plans, async (plan) => {
    if (complaints.length === 0) complaints.push(...(await tried(ground, operation, plan)))
  })
  return complaints[0] ?? null
}

function mixed<T>(all: T[]): T[] {
  const step = [101, 103, 107, 109].find((prime) => all.length % prime !== 0)!
  return all.map((_, at) => all[(at * step) % all.length]!)
}
