import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import pg from 'pg'
import type { Cluster } from '#server/db/embedded.ts'
import { withClient } from '#server/db/client.ts'
import { machine } from './machine.ts'
import { emptyCluster, removeCluster, restarted } from './partitions/cluster.ts'
import { type Form, hashOf, layForm, rangeOf, seconds, sizeOf } from './partitions/forms.ts'
import { layGround, marks, schoolDays, yearsBegin } from './partitions/ground.ts'
import { pupilsOfSchool } from './partitions/ids.ts'
import { attendanceJobs, yardsticks } from './partitions/jobs.ts'
import { coldRound, merged, table, type Times, warmRounds } from './partitions/rounds.ts'
import { periods } from './partitions/periods.ts'

/**
 * `npm run bench:partitions`: compares the largest tables without and with partitions, in a separate database with the
 * product's keys, indexes and policies. It measures the product's statements about attendance, and the cost of deleting old
 * rows. A million pupils need 40 GB of disk and almost an hour; `-- --pupils 20000` needs a minute. Each form is compared with
 * the whole table only, to save disk space.
 */
const { values } = parseArgs({
  options: {
    pupils: { type: 'string', default: '1000000' },
    days: { type: 'string', default: '13' },
    rounds: { type: 'string', default: '5' },
    keys: { type: 'string', default: '60' },
    only: { type: 'string' },
  },
})
const schools = Math.ceil(Number(values.pupils) / pupilsOfSchool)
const [rounds, keys] = [Number(values.rounds), Number(values.keys)]
const days = schoolDays(Number(values.days))
const whole: Form = { name: 'whole' }
const others: Form[] = [
  { name: 'hash', by: hashOf('school_id', 16) },
  { name: 'year', by: rangeOf('date', [...yearsBegin, '2026-09-13']) },
]

let cluster: Cluster = await emptyCluster()
const connection = cluster.connection('postgres')
const postgres = await withClient(
  connection,
  async (client) => (await client.query('show server_version')).rows[0].server_version,
)
console.log(JSON.stringify({ ...machine(postgres), schools, days: days.length }))
const note = (line: string) =>
  console.log(`${new Date().toISOString().slice(11, 19)} load ${loadavg()[0]!.toFixed(1)}: ${line}`)
const owner = <Result>(work: (client: pg.Client) => Promise<Result>) => withClient(connection, work)

try {
  note(`ground laid in ${await owner((client) => seconds(() => layGround(client, schools, days)))} s`)
  if (values.only !== 'periods') await attendance()
  if (values.only !== 'attendance') await periods({ owner, connection, schools, note, rounds, keys })
} finally {
  await removeCluster(cluster)
}

async function attendance() {
  await owner((client) => lay(client, whole, (into) => marks(into, schools)))
  for (const form of others) {
    await owner((client) => lay(client, form, (into) => `insert into ${into} select * from whole.attendance_marks`))
    await asked(['whole', form.name])
    await owner((client) => yearTaken(client, form))
    if (form === others.at(-1)) await owner((client) => yearTaken(client, whole))
    await owner((client) => client.query(`drop schema ${form.name} cascade`))
  }
  await owner((client) => client.query('drop schema whole cascade'))
}

async function lay(client: pg.Client, form: Form, fill: (into: string) => string) {
  const took = await seconds(() => layForm(client, 'attendance_marks', form, fill))
  await client.query(`set search_path = ${form.name}, public; call keep_former_values('attendance_marks', 'id')`)
  await client.query('reset search_path; checkpoint')
  note(`${form.name} laid in ${took} s, ${await sizeOf(client, `${form.name}.attendance_marks`)} MB`)
}

async function asked(forms: string[]) {
  const jobs = [...yardsticks, ...attendanceJobs(schools, days)]
  const asking = { connection, forms, jobs, keys }
  const { one, many, planned } = await warmRounds(asking, rounds)
  table('warm, one connection', one)
  table('warm, four connections', many)
  console.log('planned at every call:', JSON.stringify(planned, null, 1))
  table('warm, one connection, planned once', (await warmRounds({ ...asking, plannedOnce: true }, rounds)).one)
  const cold: Times = {}
  for (const round of [1, 2]) {
    cluster = await restarted(cluster, { cold: true })
    merged(cold, await coldRound(asking, round))
  }
  cluster = await restarted(cluster, { cold: false })
  table('cold, one connection', cold)
  note('asked')
}

/** Removes the oldest year: deletes its rows and frees their space for reuse, or drops its partition. */
async function yearTaken(client: pg.Client, { name, by }: Form) {
  const there = `${name}.attendance_marks`
  await client.query('set session_replication_role = replica')
  if (by?.how === 'range')
    note(`${name}: drop of a year ${await seconds(() => client.query(`drop table ${there}_p0`))} s`)
  else {
    const deleted = await seconds(() => client.query(`delete from ${there} where date < $1`, [yearsBegin[1]]))
    note(`${name}: delete of a year ${deleted} s, vacuum ${await seconds(() => client.query(`vacuum ${there}`))} s`)
  }
  await client.query('reset session_replication_role; checkpoint')
}
