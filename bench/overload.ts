import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { filled } from './data.ts'
import { jobsOf } from './jobs.ts'
import { type Answer, load, share } from './load.ts'
import { machine } from './machine.ts'
import { start } from './processes.ts'
import { storeResult } from './result.ts'

/** The good answers per second, the number of refused requests, and the time until an answer, in ms. */
export type Overload = { what: string; good: number; refused: number; refusedP50: number | null; p99: number }

/**
 * `node bin/bench.mjs overload`: how many good answers remain if many more requests arrive, and if many people sign in at the same
 * time.
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '5' }, keep: { type: 'boolean', default: false } },
})
const seconds = Number(values.seconds)
const { cluster, connection, schools, postgres } = await filled(1)
const where = machine(postgres)
const product = await start('server.ts', { owner: connection })
const job = (name: string) => {
  const { request } = jobsOf(1).find((one) => one.name === name)!
  let turn = 0
  return () => request(turn++)
}
const reads = job('attendance of a class and day')
const found: Overload[] = []
const note = (what: string, answers: Answer[]) => {
  const refused = answers.filter(({ status }) => status !== 200)
  const good = answers.filter(({ status }) => status === 200)
  found.push({
    what,
    good: Math.round(good.length / seconds),
    refused: Math.round(refused.length / seconds),
    refusedP50:
      refused.length === 0
        ? null
        : rounded(
            share(
              refused.map(({ took }) => took),
              0.5,
            ),
          ),
    p99: rounded(
      share(
        good.map(({ took }) => took),
        0.99,
      ),
    ),
  })
  console.log(JSON.stringify(found.at(-1)))
}

await load(product.port, 8, { requests: 400 }, reads)
for (const clients of [8, 32, 100, 400])
  note(`attendance, ${clients} clients`, await load(product.port, clients, { seconds }, reads))
note('attendance, 8 clients', await load(product.port, 8, { seconds }, reads))
const [signIns, beside] = await Promise.all([
  load(product.port, 32, { seconds }, job('sign in')),
  load(product.port, 8, { seconds }, reads),
])
note('the same beside 32 who sign in', beside)
note('those who sign in', signIns)

await product.stop()
await cluster.stop()
if (values.keep) storeResult({ kind: 'overload', machine: where, schools, loadAfter: loadavg(), found })

function rounded(number: number) {
  return Math.round(number * 10) / 10
}
