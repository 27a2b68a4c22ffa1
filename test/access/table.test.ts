import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '#server/operations.ts'
import { wrongLines } from './audit.ts'
import type { Call } from './call.ts'
import { changed, checksums } from './checksums.ts'
import { appToAsk, prepare } from './ground.ts'
import { enough, type Ground } from './plan.ts'
import type { Reviewed } from './notation.ts'
import { renew, reviewedTable, summary } from './reviewed.ts'
import { run } from './run.ts'

const { app, connection } = await appToAsk()
const owner = new pg.Client(connection)
const renewing = process.env.RENEW_TABLE !== undefined
const table = renewing ? new Map<string, Reviewed>() : reviewedTable()
const anew = new Map<string, Reviewed>()
const calls: Call[] = []
let ground: Ground
let before: Awaited<ReturnType<typeof checksums>>

beforeAll(async () => {
  await owner.connect()
  ground = (await prepare(app, owner)).ground
  before = await checksums(owner)
})

afterAll(async () => {
  if (renewing) renew(anew)
  process.stdout.write(`access: ${calls.length} calls\n`)
  await owner.end()
})

test.each(operations.map((operation) => [operation.path, operation] as const))(
  '%s answers everybody what is theirs and nothing else',
  async (path, operation) => {
    const done = await run(ground, operation, enough(ground, operation), table.get(path))
    anew.set(path, summary(done.calls))
    calls.push(...done.calls)
    // With RENEW_TABLE, rows that were never reviewed are written instead of reported.
    const wrong = renewing ? done.wrong.filter((one) => !one.includes('is let in by the declared')) : done.wrong
    expect(wrong.slice(0, 10)).toEqual([])
  },
  120_000,
)

test('no refusal, no reading and nothing that was undone has stored anything', async () => {
  expect(changed(before, await checksums(owner))).toEqual([])
})

test('every refusal and every reading of a student is in the audit, once, and nothing else is', async () => {
  expect((await wrongLines(owner, calls)).slice(0, 20)).toEqual([])
})
