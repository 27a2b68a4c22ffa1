import type { Operation } from '#contract/language/operation.ts'
import type { CellsOf } from './cells.ts'
import type { Mutant } from './mutants.ts'
import { type Ground, inParallel, type Plan, tried } from './run.ts'
import { undone } from './undone.ts'

/** The first cell of the matrix that fails while a mutant lives; null when none does. */
export async function killed(ground: Ground, mutant: Mutant, cellsOf: CellsOf): Promise<string | null> {
  mutant.operations.forEach(cellsOf)
  mutant.begin()
  try {
    return await undone(ground.owner, () => noticed(ground, mutant.operations, cellsOf))
  } finally {
    mutant.end()
  }
}

/** The first cell of these operations that fails; null when none does. */
export async function noticed(ground: Ground, operations: Operation[], cellsOf: CellsOf) {
  for (const operation of operations) {
    const complaint = await firstComplaint(ground, operation, cellsOf(operation))
    if (complaint) return complaint
  }
  return null
}

/** Calls until one is not as the oracle wants it. That one comes first the next time: what notices one mutant notices more. */
async function firstComplaint(ground: Ground, operation: Operation, plans: Plan[]) {
  const complaints: string[] = []
  await inParallel([...plans], async (plan) => {
    if (complaints.length > 0) return
    const found = await asked(ground, operation, plan)
    if (found.length === 0) return
    complaints.push(...found)
    plans.unshift(...plans.splice(plans.indexOf(plan), 1))
  })
  return complaints[0] ?? null
}

/** What is wrong with one answer. Locks and connections not given in time on a busy machine are none: they are asked for again. */
export async function asked(ground: Ground, operation: Operation, plan: Plan, times = 5): Promise<string[]> {
  const found = await tried(ground, operation, plan)
  if (times === 0 || !found.some((complaint) => complaint.includes(' answers 503,'))) return found
  await new Promise((waited) => setTimeout(waited, 500))
  return asked(ground, operation, plan, times - 1)
}
