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
const { teacher, class4a, omar, arabic } = world
let server: ChildProcess
let token: string
let pupils: string[]

/** A save under a key of its own; sent again under the same key until it is acknowledged, as the web does. */
type Save = { path: string; key: string; text: string; body: object }
const acknowledged: Save[] = []
let sheets = 0

beforeAll(async () => {
  await start()
  const phoneNumber = teacher.phone
  token = (await (await post('API/Identity/Login', { phoneNumber, password: demoPassword })).json()).token
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

const post = (path: string, body: object, key?: string) =>
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

async function sql(text: string) {
  const cluster = await runningCluster({ dataDir })
  return ask<{ id: string; text: string; times: number }>(cluster!.connection('kashkool'), text)
}
