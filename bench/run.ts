import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { withClient } from '#server/db/client.ts'
import { filled, waitingEvents } from './data.ts'
import { jobsOf } from './jobs.ts'
import { cpuOfPostgres, machine } from './machine.ts'
import { type Cost, measured } from './measure.ts'
import { start } from './processes.ts'
import { storeResult } from './result.ts'

/** `node bin/bench.mjs`: the cost of each job in one school with a thousand students. */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '2' },
    school: { type: 'string', default: '1' },
    /** Only the jobs whose name contains this word. */
    only: { type: 'string', default: '' },
    /** The name under which the result is stored. Without it, the result is only printed. */
    keep: { type: 'string' },
  },
})
const { cluster, connection, schools, postgres } = await filled(Number(values.school))
const where = machine(postgres)
const found: Cost[] = []
const [product, hello] = [await start('server.ts', { owner: connection, patient: true }), await start('hello.ts')]
await withClient(connection, async (client) => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const under = {
    product,
    hello,
    cpuOfPostgres: () => cpuOfPostgres(rows[0]!.pid),
    waiting: () => waitingEvents(client),
  }
  for (const job of jobsOf(Number(values.school)).filter(({ name }) => name.includes(values.only))) {
    const cost = await measured(job, under, { seconds: Number(values.seconds), rounds: Number(values.rounds) })
    found.push(cost)
    console.log(line(cost))
  }
})
console.log(
  `memory of the server: ${Math.round((await product.usage()).memory / 2 ** 20)} MB, load ${loadavg()[0]!.toFixed(1)}`,
)
await Promise.all([product.stop(), hello.stop()])
await cluster.stop()
if (values.keep) storeResult({ kind: values.keep, machine: where, schools, loadAfter: loadavg(), found })

function line({
  job,
  statements,
  roundTrips,
  statementsAfter,
  bytes,
  nodeCpu,
  postgresCpu,
  hellos,
  one,
  many,
  refusals,
}: Cost) {
  return [
    job.padEnd(32),
    `${statements}+${statementsAfter} statements, ${roundTrips} round trips, ${bytes} B`.padEnd(48),
    `Node ${nodeCpu} + PostgreSQL ${postgresCpu} µs = ${hellos} hellos`.padEnd(46),
    `1: ${one.p50}/${one.p99} ms, 32: ${many.p50}/${many.p99} ms${refusedIn(refusals)}`,
  ].join(' ')
}

function refusedIn(refusals: Record<string, number>) {
  return Object.entries(refusals)
    .map(([status, count]) => `, ${count} refused with ${status}`)
    .join('')
}
