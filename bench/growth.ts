import { loadavg } from 'node:os'
import { statfsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { filled } from './data.ts'
import { jobsOf } from './jobs.ts'
import { load, share } from './load.ts'
import { machine } from './machine.ts'
import { start } from './processes.ts'
import { storeResult } from './result.ts'

/** The median of each job with one client, in ms, with this number of schools in the database. */
export type Growth = { schools: number[]; jobs: { job: string; p50: number[] }[] }

/** `node bin/bench.mjs growth`: the same requests of one school, while the database contains more and more other schools. */
const { values } = parseArgs({
  options: { schools: { type: 'string', default: '1,10,100,1000' }, keep: { type: 'boolean', default: false } },
})
const jobs = jobsOf(1).filter(({ name }) => name !== '/health/live')
const found: Growth = { schools: [], jobs: jobs.map(({ name }) => ({ job: name, p50: [] })) }
let where: ReturnType<typeof machine> | null = null

for (const wanted of values.schools.split(',').map(Number)) {
  if (freeGb() < neededGb(wanted)) {
    console.log(`${wanted} schools: needs ${neededGb(wanted)} GB of disk, of which ${Math.round(freeGb())} are free`)
    break
  }
  const { cluster, connection, schools, postgres } = await filled(wanted)
  where ??= machine(postgres)
  found.schools.push(schools)
  const product = await start('server.ts', { owner: connection, patient: true })
  for (const [at, job] of jobs.entries()) {
    let turn = 0
    const next = () => job.request(turn++)
    await load(product.port, 2, { requests: 100 }, next)
    const answers = await load(product.port, 1, { requests: 100 }, next)
    const p50 =
      Math.round(
        share(
          answers.map(({ took }) => took),
          0.5,
        ) * 10,
      ) / 10
    found.jobs[at]!.p50.push(p50)
    console.log(`${schools} schools`.padEnd(14), job.name.padEnd(34), `${p50} ms`)
  }
  await product.stop()
  await cluster.stop()
}
if (values.keep)
  storeResult({ kind: 'growth', machine: where!, schools: found.schools.at(-1)!, loadAfter: loadavg(), found })

/** The first hundred schools need about 100 MB each; the others need little. */
function neededGb(schools: number) {
  return Math.ceil(Math.min(schools, 100) * 0.1 + Math.max(0, schools - 100) * 0.02) + 5
}

function freeGb() {
  const { bavail, bsize } = statfsSync('.')
  return (bavail * bsize) / 2 ** 30
}
