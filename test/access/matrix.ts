import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '#server/operations.ts'
import { testApp } from '#test/app.ts'
import { wrongLines } from './audit.ts'
import { prepare } from './ground.ts'
import { type Call, planned, run } from './run.ts'
import { reviewed } from './snapshot.ts'
import { kept, tableOf } from './table.ts'
import { enough, enoughOfHolders } from './thin.ts'

/** Asks everybody one part of all operations, so that several cores share them: every `parts`-th, counted from `part`. */
export async function askEverybody(part: number, parts: number) {
  const { app, connection } = await testApp()
  const owner = new pg.Client(connection)
  let made: Awaited<ReturnType<typeof prepare>>
  const calls: Call[] = []
  const own = operations.filter((_, at) => at % parts === part)

  beforeAll(async () => {
    await owner.connect()
    made = await prepare(app, owner)
  }, 60_000)

  afterAll(() => owner.end())

  test.each(own.map((operation) => [operation.path, operation] as const))(
    '%s answers everybody what it owes him and nothing else',
    async (_, operation) => {
      const { ground, people } = made
      const done = await run(ground, operation, enough(planned(ground, operation, people)))
      calls.push(...done.calls)
      expect(done.wrong.slice(0, 20)).toEqual([])
    },
    120_000,
  )

  test('a single key opens what it is for, and no other key opens anything', async () => {
    const { ground, holders } = made
    const wrong: string[] = []
    for (const operation of own.filter(({ path }) => path !== 'API/Identity/Login')) {
      const turn = operations.indexOf(operation)
      const done = await run(ground, operation, enoughOfHolders(planned(ground, operation, holders), operation, turn))
      calls.push(...done.calls)
      wrong.push(...done.wrong)
    }
    expect(wrong.slice(0, 20)).toEqual([])
  }, 240_000)

  test('every refusal and every reading of a student is in the audit, once, and nothing else is', async () => {
    expect((await wrongLines(owner, calls)).slice(0, 20)).toEqual([])
  })

  test('who may do what is as it was reviewed', () => {
    const now = kept(tableOf(calls))
    const renew =
      'If this is meant, run RENEW_MATRIX=1 npx vitest run test/access --maxWorkers=1 and read the difference.'
    expect(now, renew).toEqual(reviewed(now))
  })
}
