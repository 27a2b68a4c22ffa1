import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { filled } from './data.ts'
import { jobsOf } from './jobs.ts'
import { share, steadyLoad } from './load.ts'
import { machine } from './machine.ts'
import { start } from './processes.ts'
import { storeResult } from './result.ts'

/** How fast good answers came at a constant number of calls a second, in ms. `refused`: the answers that were not good. */
export type Steady = { job: string; perSecond: number; good: number; refused: number; p50: number; p99: number }

/** `node bin/bench.mjs steady`: how fast calls are answered that arrive at a constant rate, one at a time or in parallel. */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '8' }, keep: { type: 'boolean', default: false } },
})
const paces: [job: string, perSecond: number][] = [
  ['attendance of a class and day', 300],
  ['students of a school, 30 rows', 300],
  ["a child's exams, as parent", 300],
  ["parent's Today", 300],
  ['save 30 again, all changed', 100],
]
const { cluster, connection, schools, postgres } = await filled(1)
const where = machine(postgres)
const product = await start('server.ts', { owner: connection })
const found: Steady[] = []

for (const [job, perSecond] of paces) {
  const { request } = jobsOf(1).find(({ name }) => name === job)!
  let turn = 0
  const next = () => request(turn++)
  await steadyLoad(product.port, 100, 3, next)
  const answers = await steadyLoad(product.port, perSecond, Number(values.seconds), next)
  const good = answers.filter(({ status }) => status === 200).map(({ took }) => took)
  const ms = (part: number) => Math.round(share(good, part) * 10) / 10
  const refused = answers.length - good.length
  found.push({ job, perSecond, good: good.length, refused, p50: ms(0.5), p99: ms(0.99) })
  console.log(JSON.stringify(found.at(-1)))
}

await product.stop()
await cluster.stop()
if (values.keep) storeResult({ kind: 'steady', machine: where, schools, loadAfter: loadavg(), found })
