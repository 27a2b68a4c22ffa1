import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { etcdWords, haproxySettings, patroniSettings } from './patroni-settings.ts'

// Runs Kashkool on two PostgreSQL servers managed by Patroni, the second one a synchronous standby, behind haproxy. The primary is
// killed while writes arrive, and the standby promoted. All on this machine: `node bin/drill.mjs patroni`.

const binaries = ['18', '17', '16', '15'].map((version) => `/usr/lib/postgresql/${version}/bin`).find(existsSync)
const missing = ['patroni', 'etcd', 'haproxy'].filter((program) => spawnSync(program, ['--version']).error)
const lacking = [...(binaries ? [] : ['postgresql']), ...missing]
const ofAccount =
  process.getuid?.() === 0 ? null : 'the drill starts servers as the account postgres, which only root may do.'
const skipped = lacking.length > 0 ? `not installed: ${lacking.join(', ')} (packages of Debian).` : ofAccount
if (skipped) {
  console.log(`Skipped: ${skipped}`)
  process.exit(0)
}

const place = mkdtempSync(join(tmpdir(), 'kashkool-patroni-'))
chmodSync(place, 0o755)
const first = 20_000 + Math.floor(Math.random() * 20_000)
const ports = { etcd: first, peer: first + 1, database: first + 2, server: first + 3, copy: first + 4 }
const nodes = ['one', 'two'].map((name, nth) => ({
  name,
  api: first + 10 + nth,
  database: first + 20 + nth,
  data: join(place, name),
  patroni: null as ChildProcess | null,
}))
type Node = (typeof nodes)[number]
const children: ChildProcess[] = []
const through = { host: '127.0.0.1', port: ports.database, user: 'postgres' }

async function run() {
  execFileSync('chown', ['postgres', place])
  const etcd = `http://127.0.0.1:${ports.etcd}`
  const peer = `http://127.0.0.1:${ports.peer}`
  background('etcd', etcdWords(join(place, 'etcd'), etcd, peer))
  await until(() => fetch(`${etcd}/health`).then(({ ok }) => ok))
  for (const node of nodes) startPatroni(node)
  await until(standbyFollows)
  writeFileSync(join(place, 'haproxy.cfg'), haproxySettings(ports, nodes))
  background('haproxy', ['-db', '-f', join(place, 'haproxy.cfg')])
  // Repeated, because until its first check haproxy leads to the standby too.
  await until(() => ask('create database kashkool', 'postgres'))
  const url = await startKashkool()

  const token = await signedIn(url)
  const about = await classOf(token, url)
  await measure('its PostgreSQL', url, token, about, (node) => killDatabase(node))
  await until(standbyFollows)
  await measure('its PostgreSQL and its Patroni, as a lost machine', url, token, about, (node) => {
    node.patroni!.kill('SIGKILL')
    killDatabase(node)
  })
}

type About = Record<'classRoomId' | 'studentId' | 'courseId' | 'date', string>

/** Writes notes while the primary is killed, and repeats each one until it is acknowledged. */
async function measure(what: string, url: string, token: string, about: About, kill: (primary: Node) => void) {
  const acknowledged: { text: string; at: number }[] = []
  let writing = true
  const writer = async () => {
    while (writing) {
      const [text, key] = [`drill ${crypto.randomUUID()}`, crypto.randomUUID()]
      while (!(await stored(url, token, { ...about, notes: text }, key))) await pause(50)
      acknowledged.push({ text, at: performance.now() })
    }
  }
  const writers = Array.from({ length: 4 }, writer)
  await pause(3000)
  const primary = await leader()
  const killedAt = performance.now()
  kill(primary)
  await until(async () => (await leader()).name !== primary.name)
  const promoted = performance.now()
  await until(async () => acknowledged.at(-1)!.at > promoted + 2000)
  writing = false
  await Promise.all(writers)

  const rows = await ask(
    `select notes, count(*)::int as times from student_notes where notes like 'drill %' group by 1`,
  )
  const times = new Map(rows.map((row) => [row.notes, row.times]))
  const lost = acknowledged.filter(({ text }) => !times.has(text)).length
  const doubled = acknowledged.filter(({ text }) => Number(times.get(text)) > 1).length
  const resumed = acknowledged.find(
    ({ at }) => at > killedAt + 300 && at > lastBefore(acknowledged, killedAt) + 300,
  )!.at
  console.log(
    `Killed ${what}: ${acknowledged.length} writes acknowledged, ${lost} lost, ${doubled} doubled; ` +
      `${((resumed - killedAt) / 1000).toFixed(1)} s without writes.`,
  )
  if (lost + doubled > 0) process.exitCode = 1
}

const lastBefore = (acknowledged: { at: number }[], moment: number) =>
  acknowledged.findLast(({ at }) => at <= moment + 300)!.at

async function stored(url: string, token: string, body: object, key: string) {
  const answer = await call(url, 'StudentNote/CreateStudentNote', body, { token, key }).catch(() => null)
  if (answer && answer.status >= 400 && answer.status < 500 && answer.status !== 409 && answer.status !== 429)
    throw new Error(await answer.text())
  return answer?.status === 200
}

function startPatroni(node: Node) {
  const file = join(place, `${node.name}.yml`)
  writeFileSync(file, patroniSettings(node, { place, etcd: ports.etcd, binaries: binaries! }))
  node.patroni = background('patroni', [file])
}

type Member = { name: string; role: string; state: string }

async function members(): Promise<Member[]> {
  for (const { api } of nodes) {
    const answer = await fetch(`http://127.0.0.1:${api}/cluster`, { signal: AbortSignal.timeout(1000) }).catch(
      () => null,
    )
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
  }
  return []
}

async function leader(): Promise<Node> {
  for (;;) {
    const found = (await members()).find(({ role, state }) => role === 'leader' && state === 'running')
    if (found) return nodes.find(({ name }) => name === found.name)!
    await pause(100)
  }
}

const standbyFollows = async () => (await members()).some(({ role }) => role === 'sync_standby')

function killDatabase({ data }: Node) {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}

async function startKashkool() {
  const url = `http://127.0.0.1:${ports.server}`
  const place = `127.0.0.1:${ports.database}/kashkool`
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    env: {
      PATH: process.env.PATH,
      PORT: `${ports.server}`,
      DEMO: 'on',
      SECRET: 'the secret of the drill, thirty-two long',
      DATABASE_URL: `postgres://kashkool_app@${place}`,
      MIGRATE_URL: `postgres://postgres@${place}`,
      LIMITS: '{"calls":{"person":1000000,"writes":1000000}}',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.push(child)
  await until(async () => {
    await ask('alter role kashkool_app login').catch(() => {})
    return fetch(`${url}/health/ready`).then(({ ok }) => ok)
  })
  return url
}

const call = (url: string, path: string, body: object, { token = '', key = '' } = {}) =>
  fetch(`${url}/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(key && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(15_000),
  })

/** The teacher of the demo. */
async function signedIn(url: string) {
  const answer = await call(url, 'API/Identity/Login', { phoneNumber: '01000000004', password: 'kashkool' })
  return ((await answer.json()) as { token: string }).token
}

/** A student of a class and a course that the teacher teaches there. */
async function classOf(token: string, url: string): Promise<About> {
  const [found] = await ask(
    `select ctc.class_room_id as "classRoomId", ctc.course_id as "courseId", s.id as "studentId",
       (now() at time zone 'Africa/Cairo')::date::text as date
     from class_teacher_courses ctc join users u on u.id = ctc.teacher_id and u.phone_number = '01000000004'
     join students s on s.class_room_id = ctc.class_room_id and s.active limit 1`,
  )
  if (!(await stored(url, token, { ...found, notes: 'the first note of the drill' }, crypto.randomUUID())))
    throw new Error('No note was stored')
  return found as About
}

async function ask(text: string, database = 'kashkool'): Promise<Record<string, string | number>[]> {
  const client = new pg.Client({ ...through, database, connectionTimeoutMillis: 2000 })
  try {
    await client.connect()
    return (await client.query(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

function background(program: string, words: string[]) {
  mkdirSync(place, { recursive: true })
  const child = spawn('setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', program, ...words], {
    stdio: 'ignore',
    env: { PATH: process.env.PATH, HOME: place },
  })
  void once(child, 'exit').catch(() => {})
  children.push(child)
  return child
}

async function until(holds: () => Promise<unknown>) {
  const end = performance.now() + 180_000
  while (performance.now() < end) {
    if (await holds().catch(() => false)) return
    await pause(100)
  }
  throw new Error(`Waited in vain: ${String(holds)}`)
}

try {
  await run()
} finally {
  for (const child of children) child.kill('SIGKILL')
  for (const node of nodes) killDatabase(node)
  await pause(500)
  rmSync(place, { recursive: true, force: true, maxRetries: 10 })
}
