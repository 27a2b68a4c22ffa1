import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { testApp } from '#test/harness/app.ts'
import { sqlIn, testDatabase } from '#test/harness/database.ts'
import { world } from '#test/world/world.ts'
import { missed, putCanaries } from './canaries.ts'
import { mayChange } from './checksums.ts'
import { watchWrites } from './undone.ts'
import { graphOf } from './graph.ts'
import { keyHolders, type Persona, personas } from './people.ts'
import type { Ground } from './plan.ts'
import { spareRows } from '#test/world/spare/all-rows.ts'
import { agreedOfSpare } from '#test/world/spare/things.ts'
import { rightsIn } from './rights.ts'

/** The app on a copy of the data, without plans for parameter values: such a plan costs more than it can save with so few rows. */
export async function appToAsk() {
  const connection = await testDatabase()
  await sqlIn(connection)(`do $$ begin
    execute format('alter database %I set plan_cache_mode = force_generic_plan', current_database());
  end $$`)
  return testApp({ connection })
}

/** The test data with a canary in every text, and all callers. */
export async function prepare(app: FastifyInstance, owner: pg.Client) {
  const { nile, delta, pending, closed } = world
  await spareRows(owner)
  await putCanaries(owner, { nile, delta, pending, closed })
  const withoutCanary = await missed(owner)
  const people = await personas(owner)
  const holders = await keyHolders(owner)
  const graph = await graphOf(owner)
  const manager = people.find(({ id }) => id === 'manager')!
  for (const [path, { asked, body }] of Object.entries(agreedOfSpare))
    graph.agreed[path] = await plan(app, manager, asked, body)
  await watchWrites(owner, mayChange)
  const rights = new Map([...people, ...holders].map((one) => [one, rightsIn(graph, one.personId ?? 'nobody')]))
  const ground: Ground = { app, owner, graph, today: graph.today[nile.id]!, people, holders, rights }
  return { ground, withoutCanary }
}

async function plan(app: FastifyInstance, { secret }: Persona, path: string, payload: object) {
  const headers = { authorization: `Bearer ${secret}` }
  return { plan: (await app.inject({ method: 'POST', url: `/${path}`, headers, payload })).json().plan as string }
}

/** The proof runs longer than unused sessions and grants live, so these are extended; expired ones stay expired. */
export async function outlasting(owner: pg.Client) {
  await owner.query(
    `update sessions set last_used_at = now() + interval '6 hours' where last_used_at > now() - interval '1 day'`,
  )
  await owner.query(`update identity_grants set expires_at = now() + interval '6 hours' where expires_at > now()`)
}
