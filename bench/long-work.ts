import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { identity } from '#contract/platform/identity/identity.ts'
import { jobs } from '#contract/platform/jobs/jobs.ts'
import { imports, uploadImport } from '#contract/exchange/imports/imports.ts'
import type { Operation } from '#contract/language/operation.ts'
import { toWire } from '#contract/language/wire-names.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { years } from '#contract/school/years/years.ts'
import { buildApp } from '#server/app.ts'
import { systemClock } from '#server/base/clock.ts'
import { civilDay, homeZone } from '#server/base/days.ts'
import { startCluster } from '#server/db/embedded.ts'
import { newId } from '#server/db/ids.ts'
import { migrate } from '#server/db/migrate.ts'
import { acceptSignatures, signerOf } from '#server/db/signing.ts'
import { secretsOf } from '#server/base/secrets.ts'
import { accountsOf, asRequests } from '#test/harness/ground.ts'
import { importWork } from '#server/exchange/imports/store/import-work.ts'
import { workInBackground } from '#server/platform/jobs/worker.ts'
import { renewalWork } from '#server/people/students/renewal-work.ts'
import { formOf } from '#test/pictures/sending.ts'
import { demoPassword, loadDemo, world } from '#test/world/world.ts'
import { unlimited } from '#test/harness/unlimited.ts'

/**
 * The cost of long work, and its effect on a person who adds one student after another in the same school at the same time. The
 * two arguments are the number of seats to renew and of rows to import.
 */
const seats = Number(process.argv[2] ?? 951)
const tableRows = Number(process.argv[3] ?? 20_000)

const dataDir = mkdtempSync(join(tmpdir(), 'kashkool-bench-'))
const cluster = await startCluster({ dataDir })
const connection = cluster.connection('postgres')
await migrate(connection)
const secrets = secretsOf(Buffer.from('the key of the bench'))
await acceptSignatures(connection, secrets, { besides: true })
await loadDemo(connection, civilDay(systemClock.now(), homeZone))
const app = await buildApp({
  connection: asRequests(connection),
  key: Buffer.from('the key of the bench'),
  clock: systemClock,
  origins: [],
  trustProxy: null,
  web: null,
  calls: unlimited.calls,
  lookUps: { importDay: 1e9 },
})
const worker = workInBackground({ ...accountsOf(connection), sign: signerOf(secrets) }, systemClock, [
  importWork,
  renewalWork(50),
])
const owner = new pg.Client(connection)
await owner.connect()

const { nile, class4a, class4b, class5a, class6a, class6b, nileYear, manager } = world
const open = [class4a, class4b, class5a, class6a, class6b]
let turn = 0
const token = await tokenOf(manager.phone)
await prepare()

await measured(`${seats} seats renewed`, async () => {
  const { jobId } = (await post(studentRecords.renewSeats, { schoolId: nile.id })) as { jobId: string }
  for (;;) {
    const job = (await post(jobs.get, { schoolId: nile.id, jobId })) as { state: string; changed: number }
    if (job.state === 'ended') return `${job.changed} renewed`
    await new Promise((next) => setTimeout(next, 50))
  }
})
await measured(`a year with ${seats} seats and more completed`, () => yearTurned(years.complete))
await measured('the same reopened', () => yearTurned(years.reopen))
const table = csv()
let importId = ''
await measured(`${tableRows} rows uploaded`, async () => (importId = await uploaded(table)).slice(0, 0))
await measured(`${tableRows} rows imported`, async () => {
  await post(imports.start, { importId })
  return settled()
})
await measured(`${tableRows} rows taken back`, async () => {
  await post(imports.undo, { importId })
  return settled()
})

await worker.stop()
await app.close()
await owner.end()
await cluster.stop()
rmSync(dataDir, { recursive: true, force: true })

/** Students whose seats will be renewed, coins for them, and classes for the students of the table. */
async function prepare() {
  await owner.query('update class_rooms set max_of_students = 500')
  await owner.query(
    `insert into coin_entries (id, school_id, kind, coins, made_by) values ($1, $2, 'manual', 100000, $3)`,
    [newId(), nile.id, manager.id],
  )
  await owner.query(
    `insert into class_rooms (id, school_id, grade_id, language_id, name, gender, max_of_students)
     select gen_random_uuid(), school_id, grade_id, language_id, 'Hall ' || n, gender, 500
     from class_rooms, generate_series(1, $2::integer) n where id = $1`,
    [class4b.id, Math.ceil((seats + tableRows) / 500) + 1],
  )
  await owner.query(
    `insert into students (id, school_id, class_room_id, code, first_name, middle_name, last_name, is_paid, seat_ended_on)
     select gen_random_uuid(), $1, c.id, 'ST' || lpad((900000000 + n)::text, 10, '0'), 'طالب', 'رقم ' || n, 'القديم', false,
       current_date
     from generate_series(1, $2::integer) n
     join class_rooms c on c.school_id = $1 and c.name = 'Hall ' || (1 + n / 490)`,
    [nile.id, seats],
  )
  await owner.query(
    `insert into student_classes (id, school_id, student_id, class_room_id, from_day)
     select gen_random_uuid(), school_id, id, class_room_id, current_date from students where last_name = 'القديم'`,
  )
}

async function yearTurned(operation: typeof years.complete | typeof years.reopen) {
  await post(operation, { schoolYearId: nileYear.id })
  const { rows } = await owner.query('select count(*) from students where school_id = $1 and is_paid', [nile.id])
  return `${rows[0].count} seats are paid now`
}

function csv() {
  const first = Math.ceil(seats / 490) + 1
  const row = (n: number) =>
    [
      `تلميذ${'ابتثجحخدذر'[n % 10]} ${'سشصضطظعغفق'[Math.floor(n / 10) % 10]}مير${n} الجديد`,
      `Hall ${first + Math.floor(n / 499)}`,
      `010${10000000 + n}`,
      `والد ${n} الجديد`,
      numberOf(n),
      'القاهرة',
      'مصرية',
    ].join(',')
  return [
    'الاسم,الفصل,هاتف الأب,اسم الأب بالكامل,الرقم القومي,العنوان,الجنسية',
    ...Array.from({ length: tableRows }, (_, n) => row(n)),
  ].join('\n')
}

/** An Egyptian national number of a child born in 2015. */
function numberOf(n: number) {
  const [month, day] = [1 + (n % 12), 1 + (Math.floor(n / 12) % 28)].map((one) => String(one).padStart(2, '0'))
  return `315${month}${day}01${1000 + Math.floor(n / 336)}1`
}

async function uploaded(text: string) {
  const { payload, headers } = await formOf(
    { schoolId: nile.id },
    { bytes: Buffer.from(text), fileName: 'table.csv', mime: 'text/csv' },
  )
  const answer = await app.inject({
    method: 'POST',
    url: `/${uploadImport.path}`,
    payload,
    headers: { ...headers, authorization: `Bearer ${token}` },
  })
  const { id, problems, added } = answer.json()
  if (answer.statusCode !== 200 || problems > 0) throw new Error(`${answer.statusCode} ${answer.body.slice(0, 300)}`)
  return id as string & { added: typeof added }
}

async function settled() {
  for (;;) {
    const { state, added, reason } = (await post(imports.get, { importId })) as Record<string, string>
    if (state === 'done' || state === 'undone' || state === 'draft') return `${state}, ${added} added, ${reason}`
    await new Promise((next) => setTimeout(next, 200))
  }
}

/** Runs long work while students are added one after another, and reports both. */
async function measured(what: string, work: () => Promise<string>) {
  let working = true
  let longest = 0
  let most = 0
  const cpu = process.cpuUsage()
  const watching = (async () => {
    while (working) {
      const { rows } = await owner.query(
        `select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 as s from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
      )
      longest = Math.max(longest, rows[0].s)
      most = Math.max(most, process.memoryUsage().rss)
      await new Promise((next) => setTimeout(next, 20))
    }
  })()
  const took: number[] = []
  const refused = new Map<number, number>()
  const adding = (async () => {
    while (working) {
      const at = performance.now()
      const status = await added()
      if (status === 200) took.push(performance.now() - at)
      else refused.set(status, (refused.get(status) ?? 0) + 1)
      await new Promise((next) => setTimeout(next, 100))
    }
  })()
  const at = performance.now()
  const came = await work().catch((problem: Error) => problem.message)
  const lasted = performance.now() - at
  working = false
  await Promise.all([watching, adding])
  took.sort((a, b) => a - b)
  const { user, system } = process.cpuUsage(cpu)
  console.log(
    `${what}: ${(lasted / 1000).toFixed(2)} s, longest transaction ${longest.toFixed(2)} s; ${came}; CPU of Node ${((user + system) / 1e6).toFixed(1)} s, ${(most / 1e6).toFixed(0)} MB`,
  )
  console.log(
    `  meanwhile ${took.length} students added, p50 ${took[took.length >> 1]?.toFixed(0)} ms, slowest ${took.at(-1)?.toFixed(0)} ms; refused: ${JSON.stringify([...refused])}; load ${loadavg()[0]!.toFixed(1)}`,
  )
}

async function added() {
  const student = {
    schoolId: nile.id,
    classRoomId: open[turn++ % open.length]!.id,
    firstName: 'أنس',
    middleName: `حمدي${Math.random()}`.replaceAll(/[\d.]/g, (digit) => 'ابتثجحخدذرز'['0123456789.'.indexOf(digit)]!),
    lastName: 'سرحان',
    isPaid: true,
  }
  const answer = await app.inject({
    method: 'POST',
    url: `/${studentRecords.add.path}`,
    payload: toWire(studentRecords.add.input, student) as object,
    headers: { authorization: `Bearer ${token}` },
  })
  return answer.statusCode
}

async function post(operation: Operation, input: unknown, secret: string | null = token) {
  const answer = await app.inject({
    method: 'POST',
    url: `/${operation.path}`,
    payload: toWire(operation.input, input) as object,
    headers: secret ? { authorization: `Bearer ${secret}` } : {},
  })
  if (answer.statusCode !== 200) throw new Error(`${operation.path}: ${answer.statusCode} ${answer.body}`)
  return answer.json() as unknown
}

async function tokenOf(phoneNumber: string) {
  return ((await post(identity.login, { phoneNumber, password: demoPassword }, null)) as { token: string }).token
}
