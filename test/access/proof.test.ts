import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '#contract/index.ts'
import { permissions } from '#contract/permissions.ts'
import { testApp } from '#test/app.ts'
import { decidingKeys, prepare } from './ground.ts'
import { clauses } from './clauses.ts'
import { heldOtherwise } from './held-otherwise.ts'
import { accessMutants, type Mutant } from './mutants.ts'
import type { Persona } from './people.ts'
import { killed } from './prove.ts'
import { inParallel, planned, tried } from './run.ts'
import { servedWith } from './source-mutants.ts'
import { tap, wallsOpen } from './sql-mutants.ts'

// The full proof turns every clause and takes minutes; without PROOF=on a handful is turned.
const full = process.env.PROOF === 'on'
const minutes = 1_800_000

const { app, connection } = await testApp()
const owner = new pg.Client(connection)
const statements = tap(owner)
let made: Awaited<ReturnType<typeof prepare>>
let people: Persona[]

/** Signing in and out is open to everybody: nothing there decides who may. */
const deciding = operations.filter(({ path }) => !path.startsWith('API/Identity/Log'))
const keys = permissions.map(({ key }) => key)
const some = (mutants: Mutant[], few: RegExp) => mutants.filter(({ name }) => full || few.test(name))

beforeAll(async () => {
  await owner.connect()
  made = await prepare(app, owner)
  const holders = decidingKeys(keys)
  people = [...made.people, ...made.holders.filter(({ name }) => holders.has(name.split(' ')[0]!))]
}, 60_000)

afterAll(async () => {
  statements.stop()
  await owner.end()
})

test(
  'nothing fails while nothing is turned',
  async () => {
    const asked = full ? deciding : deciding.slice(0, 1)
    const nothing = { name: 'nothing', operations: asked, begin: () => {}, end: () => {} }
    expect(await killed(made.ground, nothing, people)).toBe(null)
  },
  minutes,
)

test(
  'every clause of a declared access that lets everybody through fails the matrix',
  async () => {
    const all = deciding.flatMap((operation) => accessMutants(operation, keys))
    const survivors: string[] = []
    for (const mutant of some(all, /(Students|Attendance).*(whole school|open to members|closed to parents)/))
      if (!(await killed(made.ground, mutant, people))) survivors.push(mutant.name)
    expect(survivors).toEqual([])
  },
  minutes,
)

test(
  'every condition of a statement fails the matrix when it lets everything through, or the wall behind it is open too',
  async () => {
    const { ground } = made
    for (const operation of deciding.filter(({ path }) => full || path.endsWith('/Me'))) {
      statements.listen(operation)
      await inParallel(planned(ground, operation, made.people), (plan) => tried(ground, operation, plan))
    }
    statements.listen(null)
    const survivors: string[] = []
    for (const mutant of statements.mutants()) {
      if (!full && !/: (r\.active|p\.app_scope|sp\.parent_id = \$ \(student_parents)/.test(mutant.name)) continue
      if (await killed(ground, mutant, people)) continue
      if (await wallsOpen(owner, mutant.tables, () => killed(ground, mutant, people))) continue
      survivors.push(mutant.name)
    }
    expect(survivors.filter((name) => !heldOtherwise.some(({ what }) => what.test(name)))).toEqual([])
    if (full) expect(heldOtherwise.filter(({ what }) => !survivors.some((name) => what.test(name)))).toEqual([])
  },
  minutes,
)

test(
  'every clause of code that lets everybody through fails the matrix',
  async () => {
    const survivors: string[] = []
    for (const turned of full ? clauses : []) {
      const { app: other, stop } = await servedWith(turned, connection)
      try {
        const asked = deciding.filter(({ path }) => turned.asks.test(path))
        const mutant = { name: turned.from, operations: asked, begin: () => {}, end: () => {} }
        if (!(await killed({ ...made.ground, app: other }, mutant, people))) survivors.push(turned.from)
      } finally {
        await stop()
      }
    }
    expect(survivors).toEqual([])
  },
  minutes,
)
