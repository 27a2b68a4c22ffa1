import { operations } from '#server/operations.ts'
import type { Operation } from '#contract/language/operation.ts'
import type { Persona } from './people.ts'
import { type Ground, type Plan, planned } from './run.ts'
import { enough, enoughOfHolders } from './thin.ts'

/** The calls of an operation that every run of the matrix makes, in an order that mixes people and bodies. */
export type CellsOf = (operation: Operation) => Plan[]

/** Planned once, for one list of calls has to notice many mutants. */
export function cells(ground: Ground, people: Persona[], holders: Persona[]): CellsOf {
  const known = new Map<Operation, Plan[]>()
  const plan = (operation: Operation) =>
    mixed([
      ...enough(planned(ground, operation, people)),
      ...enoughOfHolders(planned(ground, operation, holders), operation, operations.indexOf(operation)),
    ])
  return (operation) => {
    const plans = known.get(operation) ?? plan(operation)
    if (!countsOnce(operation)) known.set(operation, plans)
    return plans
  }
}

/** Phones and codes wait after some tries: each time they are asked with others. */
const countsOnce = ({ path }: Operation) => path.startsWith('API/Identity/')

function mixed<T>(all: T[]): T[] {
  const step = [101, 103, 107, 109].find((prime) => all.length % prime !== 0)!
  return all.map((_, at) => all[(at * step) % all.length]!)
}
