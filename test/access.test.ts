import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '#contract/index.ts'
import { putCanaries } from './access/canaries.ts'
import { graphOf } from './access/graph.ts'
import { oracle } from './access/oracle/oracle.ts'
import { keyHolders, type Persona, personas } from './access/people.ts'
import { type Call, type Ground, run } from './access/run.ts'
import { testApp } from './app.ts'
import { world } from './world.ts'

const { app, connection } = await testApp()
const owner = new pg.Client(connection)
let ground: Ground
let people: Persona[]
let holders: Persona[]
const calls: Call[] = []

beforeAll(async () => {
  await owner.connect()
  const { nile, delta, pending, closed } = world
  await putCanaries(owner, { nile, delta, pending, closed })
  people = await personas(owner)
  holders = await keyHolders(owner)
  const graph = await graphOf(owner)
  ground = { app, owner, graph, today: graph.today[nile.id]! }
}, 60_000)

afterAll(() => owner.end())

test('every operation has its line in the oracle, and the oracle none too many', () => {
  expect(
    Object.keys(oracle).sort(),
    'An operation without its line is open to nobody knows whom. Write in test/access/oracle/ what it must answer to ' +
      'whom, from api.md §12 and not from the code, and name it in test/access/oracle/oracle.ts.',
  ).toEqual(operations.map(({ path }) => path).sort())
})

test.each(operations.map((operation) => [operation.path, operation] as const))(
  '%s answers everybody what it owes him and nothing else',
  async (_, operation) => {
    const done = await run(ground, operation, people)
    calls.push(...done.calls)
    expect(done.wrong.slice(0, 20)).toEqual([])
  },
  60_000,
)
