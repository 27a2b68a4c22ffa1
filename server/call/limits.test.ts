import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { countProcesses } from '#server/db/processes.ts'
import { workInBackground } from '#server/platform/jobs/worker.ts'
import { clock } from '#test/world/clock.ts'
import { emptyDatabase } from '#test/harness/database.ts'
import { accountsOf } from '#test/harness/ground.ts'
import { callLimits } from './limits.ts'

const owner = await emptyDatabase()
const from = (ip: string) => ({ ip }) as FastifyRequest

/** How many of this number of calls, evenly distributed, the processes let through. */
async function letThrough(processes: ReturnType<typeof callLimits>[], calls: number) {
  let through = 0
  for (let nth = 0; nth < calls; nth++)
    await processes[nth % processes.length]!.visitor(from('10.1.2.3')).then(
      () => through++,
      () => {},
    )
  return through
}

test.each([1, 2, 3])('%i processes together let a visitor make the calls that one may', async (count) => {
  const figures = { person: 12, writes: 12, visitor: 12 }
  const processes = Array.from({ length: count }, () => callLimits(figures, () => count))
  expect(await letThrough(processes, 60)).toBe(12)
})

test('processes are counted by those that work on the database, and those that ended are not', async () => {
  const processes = countProcesses(owner)
  const workers = [1, 2].map(() => workInBackground(accountsOf(owner), clock, [], { log: () => {} }))
  const counted = async () => {
    await processes.look()
    return processes.count()
  }
  await expect.poll(counted).toBe(2)
  await Promise.all(workers.map((worker) => worker.stop()))
  await expect.poll(counted).toBe(1)
  processes.stop()
})
