import { readdirSync, readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { operations } from '#server/operations.ts'
import { world } from '#test/world.ts'
import { missed, putCanaries } from './canaries.ts'
import { spareExams } from './exam-rows.ts'
import { spareWork } from './work-rows.ts'
import { graphOf } from './graph.ts'
import { spareLists } from './lists.ts'
import { spareNotes } from './note-rows.ts'
import { keyHolders, personas } from './people.ts'
import { spareImports } from './import-rows.ts'
import { spareItems } from './inbox-rows.ts'
import type { Ground } from './run.ts'

/** The world with a canary in every text, and everybody who calls. */
export async function prepare(app: FastifyInstance, owner: pg.Client) {
  const { nile, delta, pending, closed } = world
  await spareLists(owner)
  await spareExams(owner)
  await spareWork(owner)
  await spareNotes(owner)
  await spareImports(owner)
  await spareItems(owner)
  await putCanaries(owner, { nile, delta, pending, closed })
  const withoutCanary = await missed(owner)
  const people = await personas(owner)
  const holders = await keyHolders(owner)
  const graph = await graphOf(owner)
  const ground: Ground = { app, owner, graph, today: graph.today[nile.id]! }
  return { ground, people, holders, withoutCanary }
}

/** The proof takes longer than sessions and grants live that nobody uses; what has ended stays so. */
export async function outlasting(owner: pg.Client) {
  await owner.query(
    `update sessions set last_used_at = now() + interval '6 hours' where last_used_at > now() - interval '1 day'`,
  )
  await owner.query(`update identity_grants set expires_at = now() + interval '6 hours' where expires_at > now()`)
}

/** The oracle's own files, by name: what it is written with. */
export const oracleSources = () => {
  const folder = new URL('./oracle/', import.meta.url)
  return readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), 'utf8')] as const)
}

/** Keys that decide something among the operations served: named by a declared access or by the oracle. */
export function decidingKeys(keys: string[]): Set<string> {
  const declared = operations.flatMap(({ access }) => [
    ...('keys' in access ? access.keys : []),
    ...('widenedBy' in access ? access.widenedBy : []),
    ...('key' in access && access.key ? [access.key] : []),
  ])
  const oracle = oracleSources()
    .map(([, text]) => text)
    .join('\n')
  return new Set([...declared, ...keys.filter((key) => oracle.includes(`'${key}'`))])
}
