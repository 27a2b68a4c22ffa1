import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runningCluster } from '#server/db/embedded.ts'
import { server as program } from '#test/harness/bundles.ts'
import { ask } from '#test/harness/database.ts'
import { freePort } from '#test/harness/ports.ts'
import { demoPassword, world } from '#test/world/world.ts'

// The goal is twenty kills of each kind; every run does one.
const kills = process.env.PROOF === 'on' ? 20 : 1
const dataDir = mkdtempSync(join(tmpdir(), 'kashkool-kills-'))
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const { teacher, manager, class4a, grade6, omar, arabic, nile } = world
let server: ChildProcess
let token: string
let boss: string
let pupils: string[]

/** A save under a key of its own; sent again under the same key until it is acknowledged, as the web does. */
type Save = { path: string; key: string; text: string; body: object }
const acknowledged: Save[] = []
let sheets = 0

beforeAll(async () => {
  await start()
  token = await signedIn(teacher.phone)
  boss = await signedIn(manager.phone)
  pupils = (await sql(`select id from students where class_room_id = '${class4a.id}' and active`)).map(({ id }) => id)
})
afterAll(async () => {
  server.kill('SIGTERM')
  await once(server, 'exit')
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
})

test.each([
  ['the server', killServer],
  ['the database', killDatabase],
])(
  `${kills} kills of %s lose, halve and double nothing that was acknowledged`,
  async (_, kill) => {
    for (let nth = 0; nth < kills; nth++) {
      const stop = new AbortController()
      const writers = [...Array.from({ length: 3 }, () => goOn(stop.signal, note)), goOn(stop.signal, register)]
      // Each at another moment of a save.
      await pause(300 + Math.random() * 300)
      await kill()
      await pause(200)
      stop.abort()
      await Promise.all(writers)
    }
    await nothingWrong()
  },
  kills * 60_000,
)

test(
  `${kills} kills in the middle of charging a grade and of taking money leave the books whole, and each payment once`,
  async () => {
    const school = { schoolId: nile.id }
    const settings = await asBoss('Fee/GetSettings', school)
    const yearId = settings.years.find((year: { current: boolean }) => year.current).id
    const of = { ...school, yearId, gradeId: grade6.id }
    const tuition = { itemId: settings.items[0].id, amount: '9000', parts: [{ dueOn: today }] }
    await asBoss('Fee/SavePlan', { ...of, lines: [tuition] })
    await asBoss('Fee/OpenTill', { ...school, opening: '0' })
    const cash = settings.ways.find((way: { kind: string }) => way.kind === 'cash').id
    const { familyId } = await asBoss('Fee/GetFamily', { ...school, studentId: omar.id })
    for (let nth = 0; nth < kills; nth++) {
      const { hash, students } = await asBoss('Fee/PlanCharges', { ...of, fromMonth: false })
      const [before] = await booksOf(grade6.id)
      const clientOperationId = crypto.randomUUID()
      const payment = { clientOperationId, ...school, familyId, amount: '1', wayId: cash, again: 'a kill' }
      const [charged, taken] = [{ ...of, fromMonth: false, hash }, payment]
      const sent = (path: string, body: object) => post(path, body, undefined, boss).catch(() => null)
      const going = [sent('Fee/Charge', charged), sent('Fee/Take', taken)]
      // Each at another moment of the two.
      await pause(Math.random() * 120)
      await killServer()
      await Promise.all(going)
      const [after] = await booksOf(grade6.id)
      expect([0, students]).toContain(after!.charges - before!.charges)
      if (after!.charges === before!.charges) await asBoss('Fee/Charge', charged)
      for (let again = 0; again < 2; again++) await asBoss('Fee/Take', taken)
      const [last] = await booksOf(grade6.id)
      expect(last).toEqual({ ...before!, charges: before!.charges + students, receipts: before!.receipts + 1 })
      const { changed } = await asBoss('Fee/UndoCharge', of)
      expect(changed).toBe(students)
    }
  },
  kills * 60_000,
)

/** Of a grade: its charges that stand; and what must be 0 everywhere: charges whose parts differ from them, and missing receipt numbers. */
const booksOf = (gradeId: string) =>
  sql<{ charges: number; receipts: number; uneven: number; gaps: number }>(`
    select (select count(*)::int from fee_charges c join students st on st.id = c.student_id join class_rooms r on r.id = st.class_room_id
        where r.grade_id = '${gradeId}' and c.undone_by is null and c.plan_id is not null) as charges,
      (select count(*)::int from fee_receipts) as receipts,
      (select count(*)::int from fee_charges c where c.amount <> (select sum(d.amount) from fee_dues d where d.charge_id = c.id)
        or c.undone_by is null and c.amount <> (select sum(l.amount) from fee_lines l
          where l.posting_id = c.posting_id and l.item_id = c.item_id and l.to_account = 'owed')) as uneven,
      (select coalesce(max(r.number) - count(*), 0)::int from fee_receipts r where r.year = (select max(year) from fee_receipts)) as gaps`)

/** Saves one after another; every one that was begun is acknowledged in the end. */
async function goOn(signal: AbortSignal, next: () => Save) {
  while (!signal.aborted) {
    const save = next()
    while (!(await isStored(save))) await pause(100)
    acknowledged.push(save)
  }
}

async function isStored({ path, key, body }: Save) {
  const answer = await post(path, body, key).catch(() => null)
  if (answer === null || answer.status >= 500 || answer.status === 409) return false
  expect([answer.status, await answer.text()]).toEqual([200, expect.anything()])
  return true
}

const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Cairo' }).format()
const fresh = (kind: string) => ({ key: crypto.randomUUID(), text: `${kind} ${crypto.randomUUID()}` })

function note(): Save {
  const { key, text } = fresh('note')
  const body = { classRoomId: class4a.id, studentId: omar.id, courseId: arabic.id, date: today, notes: text }
  return { path: 'StudentNote/CreateStudentNote', key, text, body }
}

function register(): Save {
  const { key, text } = fresh('sheet')
  const studentsAttenndaceList = pupils.map((studentId) => ({ studentId, isAttend: true, note: text }))
  const body = { classRoomId: class4a.id, date: today, studentsAttenndaceList }
  sheets++
  return { path: 'Attendance/SaveAttendance', key, text, body }
}

async function nothingWrong() {
  const stored = await sql(
    `select notes as text, count(*)::int as times from student_notes where notes like 'note %' group by 1`,
  )
  const times = new Map(stored.map((row) => [row.text, row.times]))
  const notes = acknowledged.filter(({ path }) => path.startsWith('StudentNote'))
  expect(notes.length).toBeGreaterThan(kills)
  expect(notes.filter(({ text }) => times.get(text) !== 1)).toEqual([])
  expect(times.size).toBe(notes.length)

  // The last sheet is whole, and so is every one before it, of which the former values are kept.
  const marks = await sql(`select note as text, count(*)::int as times from attendance_marks
    where class_room_id = '${class4a.id}' and date = '${today}' and student_id = any ('{${pupils.join()}}') group by 1`)
  expect(marks).toEqual([
    { text: acknowledged.findLast(({ path }) => path.startsWith('Attendance'))!.text, times: pupils.length },
  ])
  const former = await sql(`select was ->> 'note' as text, count(*)::int as times from former_values
    where table_name = 'attendance_marks' and was ->> 'note' like 'sheet %' group by 1`)
  expect(former.filter((row) => row.times !== pupils.length)).toEqual([])
  expect(former.length).toBe(sheets - 1)
}

async function killServer() {
  server.kill('SIGKILL')
  await once(server, 'exit')
  await start()
}

async function killDatabase() {
  process.kill(Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10), 'SIGKILL')
  await ready()
}

/**
 * A start takes long on a busy machine; one that does not come ends the test by its time. A server whose database was killed
 * five times in five minutes ends, and is started again, as its supervisor would.
 */
async function ready() {
  for (;;) {
    if (server.exitCode !== null) server = launched()
    const answer = await fetch(`${url}/health/ready`).catch(() => null)
    if (answer?.ok) return
    await pause(50)
  }
}

async function start() {
  server = launched()
  await ready()
}

function launched() {
  const limits = JSON.stringify({ calls: { person: 1e6, writes: 1e6, visitor: 1e6 } })
  return spawn(process.execPath, program, {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: `${port}`, LIMITS: limits },
    stdio: ['ignore', 'ignore', 'ignore'],
  })
}

const signedIn = async (phoneNumber: string) =>
  (await (await post('API/Identity/Login', { phoneNumber, password: demoPassword }, undefined, '')).json())
    .token as string

async function asBoss(path: string, body: object) {
  const answer = await post(path, body, undefined, boss)
  expect([answer.status, path]).toEqual([200, path])
  return answer.json()
}

const post = (path: string, body: object, key?: string, as = token) =>
  fetch(`${url}/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(as && { authorization: `Bearer ${as}` }),
      ...(key && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(15_000),
  })

async function sql<Row extends object = { id: string; text: string; times: number }>(text: string) {
  const cluster = await runningCluster({ dataDir })
  return ask<Row>(cluster!.connection('kashkool'), text)
}
