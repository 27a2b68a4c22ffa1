import { expect, test } from 'vitest'
import { acts } from '#contract/platform/audit/acts.ts'
import { secretsOf } from '#server/base/secrets.ts'
import { ask, asRequests, emptyDatabase } from '#test/harness/database.ts'
import { testKey } from '#test/harness/ground.ts'
import { loadDemo, signedDemo, world } from './world.ts'

const { nile, omar, manager, supervisor, deputy, registrar } = world
const day = '2026-11-22'

test('the manager of the demo finds what was done at the school, in its order, and a parent who read of the child', async () => {
  const connection = await emptyDatabase()
  await loadDemo(connection, day, { morning: true, hash: 'of nobody who signs in' })
  await signedDemo(
    { owner: connection, connection: asRequests(connection) },
    secretsOf(testKey),
    new Date(`${day}T09:00:00Z`),
    day,
  )
  const lines = await ask(
    connection,
    `select operation, outcome, person_id, target_id, request_id, at from audit_lines
     where school_id = '${nile.id}' order by id`,
  )
  const done = lines.filter(({ outcome }) => outcome === 'done')
  const [before, closings] = [false, true].map((isOfResults) =>
    done.filter(({ operation }) => operation.startsWith('Result/') === isOfResults),
  )
  expect(before!.map(({ at }) => Number(at))).toEqual(before!.map(({ at }) => Number(at)).toSorted((a, b) => a - b))
  expect(before!.length).toBeGreaterThan(5)
  const named = new Set(Object.values(acts).flatMap((some) => Object.keys(some)))
  expect(done.filter(({ operation }) => !named.has(operation))).toEqual([])
  expect(closings!.map(({ operation, person_id: by }) => [operation, by])).toEqual(
    ['Close', 'Publish', 'Reopen', 'Close', 'Publish'].map((act) => [`Result/${act}`, manager.id]),
  )
  const reads = lines.filter(({ outcome }) => outcome === 'read')
  expect(reads.map(({ person_id: by, target_id: student }) => [by, student])).toEqual(
    [registrar, supervisor, deputy].map(({ id }) => [id, omar.id]),
  )
  // Readings are counted by the calls that they were made in.
  expect(reads.every(({ request_id: call }) => call)).toBe(true)
  expect(new Set(reads.map(({ request_id: call }) => call)).size).toBe(3)
})
