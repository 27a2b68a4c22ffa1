import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { operations } from '#server/operations.ts'
import { graphOf } from '#test/access/graph.ts'
import { personas } from '#test/access/people.ts'
import { everyCall, type Ground, isLetIn, type Plan } from '#test/access/plan.ts'
import { rightsIn } from '#test/access/rights.ts'
import { spareRows } from '#test/world/spare/all-rows.ts'
import { world } from '#test/world/world.ts'

/** The calls of a few people to every operation that they may use, with the first valid input of each. */
export async function typicalCalls(app: FastifyInstance, owner: pg.Client): Promise<{ ground: Ground; plans: Plan[] }> {
  await spareRows(owner)
  const people = (await personas(owner)).filter(({ id }) => callers.includes(id))
  const graph = await graphOf(owner)
  const rights = new Map(people.map((one) => [one, rightsIn(graph, one.personId ?? 'nobody')]))
  const ground: Ground = { app, owner, graph, today: graph.today[world.nile.id]!, people, holders: [], rights }
  return { ground, plans: operations.flatMap((operation) => firstOfEach(everyCall(ground, operation, people))) }
}

const callers = ['visitor', 'admin', 'manager', 'supervisor', 'teacher', 'parent']

function firstOfEach(plans: Plan[]): Plan[] {
  const seen = new Set<string>()
  return plans.filter(isLetIn).filter(({ persona }) => !seen.has(persona.id) && seen.add(persona.id))
}
