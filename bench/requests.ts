import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attendance } from '#contract/attendance/attendance.ts'
import { classes } from '#contract/classes/classes.ts'
import { exams } from '#contract/exams/exams.ts'
import { identity } from '#contract/identity/identity.ts'
import type { Operation } from '#contract/language/operation.ts'
import { parents } from '#contract/parents/parents.ts'
import { schools } from '#contract/schools/schools.ts'
import { studentExams } from '#contract/exams/student-exams.ts'
import { students } from '#contract/students/students.ts'
import { toWire } from '#contract/language/wire-names.ts'
import { buildApp } from '#server/app.ts'
import { systemClock } from '#server/clock.ts'
import { startCluster } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { civilDay, homeZone } from '#server/days.ts'
import { demoPassword, loadDemo, world } from '#test/world.ts'

/**
 * What the operations cost, on a database that waits for its disk: each in turn by eight callers at once, in process. Read
 * the ratios: an absolute figure says as much of the machine as of us.
 */
const seconds = Number(process.argv[2] ?? 3)
const callers = 8

const dataDir = mkdtempSync(join(tmpdir(), 'kashkool-bench-'))
const cluster = await startCluster({ dataDir })
const connection = cluster.connection('postgres')
await migrate(connection)
const today = civilDay(systemClock.now(), homeZone)
await loadDemo(connection, today)
const app = await buildApp({
  connection,
  key: Buffer.from('the key of the bench'),
  clock: systemClock,
  origins: [],
  trustProxy: null,
  web: null,
  calls: { person: 1e9, writes: 1e9, visitor: 1e9 },
})

const teacher = await tokenOf(world.teacher.phone)
const parent = await tokenOf(world.parent.phone)
const { class4a, nile, omar } = world
const roll = (await post(students.ofClass, { classRoomId: class4a.id }, teacher)) as { id: string }[]
const [exam] = (await post(exams.list, { classRoomId: class4a.id }, teacher)) as { id: string; rate: number }[]
const workId = exam!.id
let turn = 0
/** Another mark each time. */
const result = () => (++turn % (4 * exam!.rate)) / 4
const mark = () => ({ workId, studentId: roll[turn % roll.length]!.id, result: result() })
const column = () => ({ workId, items: roll.map(({ id }) => ({ studentId: id, result: result() })) })
const register = (listed: { id: string }[]) => ({
  classRoomId: class4a.id,
  date: today,
  students: listed.map(({ id }) => ({ studentId: id, state: 'present' })),
})

const empty = await measured('an empty call (health/live)', () => app.inject('/health/live'))
const rows: [string, () => Promise<unknown>][] = [
  ['who am I (Me)', () => app.inject({ url: `/${identity.me.path}`, headers: { authorization: `Bearer ${teacher}` } })],
  ['active schools, as a visitor', () => post(schools.list, {}, null)],
  ['classes of a school', () => post(classes.list, { schoolId: nile.id }, teacher)],
  ['the roll of a class', () => post(students.ofClass, { classRoomId: class4a.id }, teacher)],
  ["a child's attendance, as a parent", () => post(attendance.list, { studentId: omar.id }, parent)],
  ['the marks of an exam', () => post(studentExams.list, { workId, pageSize: 200 }, teacher)],
  ['my children', () => post(parents.children, {}, parent)],
  ['a register of one student', () => post(attendance.save, register(roll.slice(0, 1)), teacher)],
  [`a register of ${roll.length} students`, () => post(attendance.save, register(roll), teacher)],
  ['a mark of one student', () => post(studentExams.rate, mark(), teacher)],
  [`a column of ${roll.length} marks`, () => post(studentExams.rateSeveral, column(), teacher)],
]
for (const [what, call] of rows) await measured(what, call, empty)

await app.close()
await cluster.stop()
rmSync(dataDir, { recursive: true, force: true })

async function measured(what: string, call: () => Promise<unknown>, base?: number) {
  const took: number[] = []
  for (let i = 0; i < 50; i++) await call()
  const until = performance.now() + seconds * 1000
  const started = performance.now()
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < until) {
        const at = performance.now()
        await call()
        took.push(performance.now() - at)
      }
    }),
  )
  const rate = (took.length * 1000) / (performance.now() - started)
  took.sort((a, b) => a - b)
  const at = (share: number) => took[Math.floor(took.length * share)]!.toFixed(1).padStart(6)
  const ratio = base ? `${(base / rate).toFixed(1).padStart(6)} × an empty call` : ''
  console.log(`${what.padEnd(36)} ${rate.toFixed(0).padStart(6)}/s  p50 ${at(0.5)} ms  p99 ${at(0.99)} ms ${ratio}`)
  return rate
}

async function post(operation: Operation, input: unknown, token: string | null) {
  const answer = await app.inject({
    method: 'POST',
    url: `/${operation.path}`,
    payload: toWire(operation.input, input) as object,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })
  if (answer.statusCode !== 200) throw new Error(`${operation.path}: ${answer.statusCode} ${answer.body}`)
  return answer.json() as unknown
}

async function tokenOf(phoneNumber: string) {
  return ((await post(identity.login, { phoneNumber, password: demoPassword }, null)) as { token: string }).token
}
