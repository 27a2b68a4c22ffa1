import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { marksOf } from '#server/attendance/attendance.queries.ts'
import { filled } from './data.ts'
import { id, jobsOf, schoolDay } from './jobs.ts'
import { load } from './load.ts'
import { machine } from './machine.ts'
import { sentBy } from './partitions/asking.ts'
import { start } from './processes.ts'
import { keep } from './result.ts'

/** How many times a second a register is read: by pgbench, and by the product as complete calls. */
export type Floor = { clients: number; pgbench: number; product: number }

/**
 * `npm run bench:floor` compares two rates for the same number of clients: pgbench sends the one statement that reads a
 * register, prepared and as the owner, so without row-level security; the product answers the whole call.
 * Needs `pgbench` in the PATH (Debian: postgresql-contrib).
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '5' }, keep: { type: 'boolean', default: false } },
})
if (spawnSync('pgbench', ['--version']).status !== 0) throw new Error('pgbench is not in the PATH')
const { cluster, connection, schools, postgres } = await filled(1)
const where = machine(postgres)
const folder = mkdtempSync(join(tmpdir(), 'kashkool-floor-'))
const script = join(folder, 'register.sql')
writeFileSync(script, `${await registerStatement()};\n`)

const { request } = jobsOf(1).find(({ name }) => name === 'attendance of a class and day')!
const product = await start('server.ts', { owner: connection, patient: true })
const found: Floor[] = []
for (const clients of [1, 8]) {
  let turn = 0
  const next = () => request(turn++)
  await load(product.port, clients, { requests: 200 }, next)
  const answers = await load(product.port, clients, { seconds: Number(values.seconds) }, next)
  const floor = { clients, pgbench: byPgbench(clients), product: Math.round(answers.length / Number(values.seconds)) }
  found.push(floor)
  console.log(`${clients} clients: pgbench ${floor.pgbench}, product ${floor.product} a second`)
}
await product.stop()
await cluster.stop()
rmSync(folder, { recursive: true })
if (values.keep) keep({ kind: 'floor', machine: where, schools, loadAfter: loadavg(), found })

function byPgbench(clients: number) {
  const { host, port, user, password, database } = connection
  const env = { ...process.env, PGPASSWORD: String(password ?? '') }
  const args = ['-n', '-M', 'prepared', '-c', clients, '-T', values.seconds, '-f', script]
  const to = ['-h', host, '-p', port, '-U', user, database]
  const text = execFileSync('pgbench', [...args, ...to].map(String), { env, encoding: 'utf8' })
  return Math.round(Number(/tps = ([\d.]+)/.exec(text)?.[1]))
}

/** The statement as the product sends it, with a class and a day of the bench as its parameters. */
async function registerStatement() {
  const day = schoolDay(0)
  const reach = { of: 'classes', personId: id(1, 10_001) } as const
  const sheet = { schoolId: id(2, 1), classRoomId: id(5, 101), dateFrom: day, dateTo: day, reach }
  const sent = await sentBy((db) => marksOf(db, sheet, { limit: 30, offset: 0 }))
  return sent.text.replaceAll(/\$(\d+)/g, (_, n) => literal(sent.values[Number(n) - 1])).replaceAll('\n', ' ')
}

function literal(value: unknown) {
  return typeof value === 'number' ? String(value) : `'${String(value)}'`
}
