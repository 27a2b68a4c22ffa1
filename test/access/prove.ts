import { isDeepStrictEqual } from 'node:util'
import type { Operation } from '#contract/language/operation.ts'
import { type Call, call, inParallel } from './call.ts'
import { complaints, together } from './complaints.ts'
import type { Mutant } from './mutants.ts'
import { enough, type Ground, type Plan } from './plan.ts'
import { reviewedTable } from './reviewed.ts'
import { undone } from './undone.ts'

const table = reviewedTable()

/** The calls of an operation in every run, in an order that mixes people and bodies. Planned once. */
export function cells(ground: Ground) {
  const known = new Map<Operation, Plan[]>()
  return (operation: Operation): Plan[] => {
    const plans = known.get(operation) ?? mixed(enough(ground, operation))
    known.set(operation, plans)
    return plans
  }
}

export type CellsOf = ReturnType<typeof cells>

function mixed<T>(all: T[]): T[] {
  const step = [101, 103, 107, 109].find((prime) => all.length % prime !== 0)!
  return all.map((_, at) => all[(at * step) % all.length]!)
}

/** The first call of the table that fails under a mutant; null if none does. */
export async function killed(ground: Ground, mutant: Mutant, cellsOf: CellsOf): Promise<string | null> {
  mutant.operations.forEach(cellsOf)
  await mutant.begin()
  try {
    return await undone(() => noticed(ground, mutant.operations, cellsOf))
  } finally {
    await mutant.end()
  }
}

/** The first failing call of these operations, or what all their answers show together; null if nothing fails. */
export async function noticed(ground: Ground, operations: Operation[], cellsOf: CellsOf) {
  for (const operation of operations) {
    const complaint = await firstComplaint(ground, operation, cellsOf(operation))
    if (complaint) return complaint
  }
  return null
}

/** A call that noticed one mutant comes first the next time, because it often notices more. */
async function firstComplaint(ground: Ground, operation: Operation, plans: Plan[]) {
  const wrong: string[] = []
  const calls = await inParallel([...plans], async (plan) => {
    if (wrong.length > 0) return []
    const { made, found } = await checked(ground, plan)
    found.push(...otherWrites(made, asBefore.get(operation)?.get(plan)))
    if (found.length === 0) return [[plan, made] as const]
    wrong.push(...found)
    plans.unshift(...plans.splice(plans.indexOf(plan), 1))
    return []
  })
  if (wrong.length > 0) return wrong[0]!
  const whole = new Map([...(asBefore.get(operation) ?? []), ...calls.flat()])
  return together([...whole.values()], table.get(operation.path))[0] ?? null
}

/** Whether an allowed call writes other numbers of rows than without the mutation. */
const otherWrites = ({ operation, persona, about, written }: Call, before: Call | undefined) =>
  before && !isDeepStrictEqual(written, before.written)
    ? [
        `${operation.path} as ${persona.name} (${about}) writes ${JSON.stringify(written)}, not ${JSON.stringify(before.written)}`,
      ]
    : []

/** The answers without a mutation, for callers who are not called again under one because they do not use the mutated statement. */
const asBefore = new Map<Operation, Map<Plan, Call>>()

/** Makes every call once without a mutation; returns what is wrong with them. */
export async function asItStands(ground: Ground, operation: Operation, plans: Plan[], watch: Watch): Promise<string[]> {
  const calls = new Map<Plan, Call>()
  const wrong = await inParallel([...plans], async (plan) => {
    const { made, found } = await watch(plan, () => checked(ground, plan))
    calls.set(plan, made)
    return found
  })
  asBefore.set(operation, calls)
  return [...wrong.flat(), ...together([...calls.values()], table.get(operation.path))]
}

type Checked = { made: Call; found: string[] }
type Watch = (plan: Plan, call: () => Promise<Checked>) => Promise<Checked>

/** What is wrong with one answer. Locks and connections that were not available in time on a busy machine do not count; the call is repeated. */
export async function checked(ground: Ground, plan: Plan, times = 5): Promise<Checked> {
  const made = await call(ground, plan)
  if (times === 0 || made.answer.status !== 503)
    return { made, found: complaints(made, table.get(plan.operation.path)) }
  await new Promise((waited) => setTimeout(waited, 500))
  return checked(ground, plan, times - 1)
}
