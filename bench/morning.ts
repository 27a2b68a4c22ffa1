import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { identity } from '#contract/platform/identity/identity.ts'
import { home } from '#contract/overviews/home/home.ts'
import { search } from '#contract/overviews/search/search.ts'
import { today } from '#contract/overviews/today/today.ts'
import { classes } from '#contract/school/classes/classes.ts'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { studentExams } from '#contract/teaching/exams/student-exams.ts'
import { systemClock } from '#server/base/clock.ts'
import { civilDay, homeZone } from '#server/base/days.ts'
import { withClient } from '#server/db/client.ts'
import { demoPassword } from '#test/world/world.ts'
import { filled } from './data.ts'
import { id, post } from './jobs.ts'
import { countBy, share } from './load.ts'
import { cpuOfPostgres, machine } from './machine.ts'
import { start } from './processes.ts'
import { storeResult, storedResults } from './result.ts'
import { arrivals, visitors } from './visits.ts'

/** A morning of this many schools: times from when a call was due, in ms; refusals by status; cores that were busy. */
export type Morning = {
  schools: number
  calls: number
  perSecond: number
  reads: { p50: number; p99: number }
  saves: { p50: number; p99: number }
  refused: Record<string, number>
  cores: { node: number; postgres: number; generator: number; idle: number }
  memory: number
  byName: { name: string; calls: number; p50: number; p99: number }[]
}

/**
 * `node bin/bench.mjs morning`: the worst minute of a school day in schools of a thousand students. People come at random; whether
 * earlier calls were answered changes nothing. The rates stand for 60 % of 1,500 parents within two hours with a peak of three times the
 * mean, and every register within twenty minutes.
 */
const { values } = parseArgs({
  options: {
    schools: { type: 'string', default: '35' },
    seconds: { type: 'string', default: '60' },
    /** How long people come before anything is counted. */
    warm: { type: 'string', default: '10' },
    keep: { type: 'boolean', default: false },
  },
})
const schools = Number(values.schools)
const perSecond = {
  parents: 0.375 * schools,
  registers: (34 / 1200) * schools,
  searches: (10 / 1200) * schools,
  exams: (5 / 1200) * schools,
  columns: (2 / 1200) * schools,
}
const signIns = 0.02
/** In ms: as often as an open home reads itself again, at most. */
const homeEvery = 4000
const parentStays = 12
const teacherStays = 20

const { cluster, connection, postgres } = await filled(schools)
const where = machine(postgres)
const day = civilDay(systemClock.now(), homeZone)
const product = await start('server.ts', { owner: connection, proxied: true })
const { asked, visitor, close } = visitors(product.port)
const any = (count: number) => Math.floor(Math.random() * count)
const someSchool = () => any(schools) + 1
const managerOf = (school: number) => school * 10_000

/** The classes whose register of today is missing, in the order in which they are taken. */
const untaken = new Map<number, number[]>()
const nextClass = (school: number) => {
  const left = untaken.get(school)?.length ? untaken.get(school)! : shuffled(33)
  untaken.set(school, left)
  return left.pop()!
}

async function parentVisits(due: number) {
  const person = managerOf(someSchool()) + 1001 + any(495)
  const parent = visitor(person, due)
  const phoneNumber = `01${String(person).padStart(9, '0')}`
  if (Math.random() < signIns)
    await parent.ask('sign in', post(identity.login, { phoneNumber, password: demoPassword }, null))
  await parent.ask('Me', post(identity.me, {}, person))
  parent.listen({ inbox: id(1, person) }, parentStays)
  await parent.ask("parent's Today", post(today.get, {}, person))
}

async function teacherTakesRegister(due: number) {
  const school = someSchool()
  const room = nextClass(school)
  const person = managerOf(school) + room
  const classRoomId = id(5, school * 100 + room)
  const teacher = visitor(person, due)
  const seesHome = () => teacher.ask("teacher's home", post(home.school, { schoolId: id(2, school) }, person))
  await teacher.ask('Me', post(identity.me, {}, person))
  teacher.listen({ inbox: id(1, person), school: id(2, school) }, teacherStays)
  await seesHome()
  await Promise.all([
    teacher.ask('class', post(classes.get, { classRoomId }, person)),
    teacher.ask('roll of a register', post(attendance.roll, { classRoomId, date: day }, person)),
    teacher.ask('register', post(attendance.list, { classRoomId, dateFrom: day, dateTo: day }, person)),
  ])
  const students = Array.from({ length: 30 }, (_, place) => ({
    studentId: id(6, managerOf(school) + (room - 1) * 30 + place + 1),
    state: place % 10 === room % 10 ? 'absent' : 'present',
  }))
  await teacher.ask('save', post(attendance.save, { classRoomId, date: day, students }, person), true)
  await seesHome()
}

/** One manager of each school has the home open all the time. */
function managerFollows(school: number, until: number) {
  const manager = visitor(managerOf(school))
  let next: NodeJS.Timeout | null = null
  let last = performance.now()
  const read = () => {
    next = null
    last = performance.now()
    const sent = post(home.school, { schoolId: id(2, school), averages: false }, managerOf(school))
    if (last < until) void visitor(managerOf(school)).ask("manager's home", sent)
  }
  manager.listen({ school: id(2, school) }, Number.POSITIVE_INFINITY, () => {
    next ??= setTimeout(read, Math.max(0, last + homeEvery - performance.now()))
  })
}

const asManager =
  (name: string, request: (school: number) => ReturnType<typeof post>, writes = false) =>
  (due: number) => {
    const school = someSchool()
    return visitor(managerOf(school), due).ask(name, request(school), writes)
  }
const someExam = (school: number) => id(10, (school * 100 + any(33) + 1) * 100 + any(30) + 1)
const searches = asManager('search', (school) =>
  post(search.find, { schoolId: id(2, school), text: `Omar ${any(900)}` }, managerOf(school)),
)
const exams = asManager('marks of an exam', (school) =>
  post(studentExams.list, { workId: someExam(school) }, managerOf(school)),
)
const columns = asManager('column of marks', columnOfMarks, true)

function columnOfMarks(school: number) {
  const room = any(33) + 1
  const items = Array.from({ length: 30 }, (_, place) => ({
    studentId: id(6, managerOf(school) + (room - 1) * 30 + place + 1),
    result: any(21),
  }))
  const workId = id(10, (school * 100 + room) * 100 + any(30) + 1)
  return post(studentExams.rateSeveral, { workId, items }, managerOf(school))
}

await withClient(connection, async (client) => {
  await withoutRegistersOfToday(client)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const spent = async () => ({
    node: (await product.usage()).cpu,
    postgres: cpuOfPostgres(rows[0]!.pid) ?? Number.NaN,
    generator: process.cpuUsage().user + process.cpuUsage().system,
    idle: cpus().reduce((sum, { times }) => sum + times.idle * 1000, 0),
  })
  const begin = performance.now() + Number(values.warm) * 1000
  const end = begin + Number(values.seconds) * 1000
  for (let school = 1; school <= schools; school++) managerFollows(school, end)
  const all = Promise.all([
    arrivals(perSecond.parents, end, parentVisits),
    arrivals(perSecond.registers, end, teacherTakesRegister),
    arrivals(perSecond.searches, end, searches),
    arrivals(perSecond.exams, end, exams),
    arrivals(perSecond.columns, end, columns),
  ])
  await new Promise((later) => setTimeout(later, begin - performance.now()))
  const before = await spent()
  await new Promise((later) => setTimeout(later, end - performance.now()))
  const after = await spent()
  const { memory } = await product.usage()
  await all
  const counted = asked.filter(({ at }) => at >= begin)
  const seconds = Number(values.seconds)
  const cores = Object.fromEntries(
    Object.entries(after).map(([name, micros]) => [
      name,
      Math.round((micros - before[name as keyof typeof before]) / seconds / 10_000) / 100,
    ]),
  ) as Morning['cores']
  const found: Morning = {
    schools,
    calls: counted.length,
    perSecond: Math.round(counted.length / seconds),
    reads: times(counted.filter(({ writes, name }) => !writes && name !== 'sign in')),
    saves: times(counted.filter(({ writes }) => writes)),
    refused: countBy(counted.filter(({ status }) => status !== 200).map(({ status }) => String(status))),
    cores,
    memory: Math.round(memory / 2 ** 20),
    byName: [...new Set(counted.map(({ name }) => name))].sort().map((name) => {
      const own = counted.filter((one) => one.name === name)
      return { name, calls: own.length, ...times(own) }
    }),
  }
  const { byName, ...figures } = found
  console.log(JSON.stringify(figures))
  for (const { name, calls, p50, p99 } of byName) console.log(name.padEnd(20), `${calls} calls, ${p50} / ${p99} ms`)
  if (values.keep)
    storeResult({ kind: 'morning', machine: where, schools, loadAfter: loadavg(), found: withFormer(found) })
})
close()
await product.stop()
await cluster.stop()

/** The registers of today are first ones in every run. */
async function withoutRegistersOfToday(client: pg.Client) {
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  await client.query('delete from attendance_marks where date >= $1', [day])
  await client.query('delete from attendance_sheets where date >= $1', [day])
  await client.query('commit')
}

/** Runs with other numbers of schools stay. */
function withFormer(found: Morning) {
  const former = storedResults().find(({ kind }) => kind === 'morning')?.found as Morning[] | undefined
  const others = (former ?? []).filter((one) => one.schools !== found.schools)
  return [...others, found].toSorted((one, other) => one.schools - other.schools)
}

function times(all: { took: number; status: number }[]) {
  const took = all.filter(({ status }) => status === 200).map((one) => one.took)
  const ms = (part: number) => Math.round(share(took, part) * 10) / 10
  return { p50: ms(0.5), p99: ms(0.99) }
}

function shuffled(count: number) {
  const numbers = Array.from({ length: count }, (_, at) => at + 1)
  return numbers
    .map((number) => ({ number, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ number }) => number)
}
