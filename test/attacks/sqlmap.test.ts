import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { testApp } from '#test/harness/app.ts'
import { world } from '#test/world/world.ts'

// A scanner of its own, which the proof runs where it is installed (vitest.config.ts).
const place = mkdtempSync(join(tmpdir(), 'kashkool-sqlmap-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

const { app, connection, tokenOf } = await testApp()
const url = await app.listen({ port: 0, host: '127.0.0.1' })
let tries = 0
app.server.on('request', () => tries++)
const { manager, teacher, parent, nile, omar, class4a } = world

/** What sqlmap says of a call; it tries every field of the body, and the address. */
async function scanned(name: string, base: string, path: string, body: object, token = '') {
  const file = join(place, name)
  const text = JSON.stringify(body)
  const head = [
    `POST /${path} HTTP/1.1`,
    `Host: ${new URL(base).host}`,
    'Content-Type: application/json',
    ...(token ? [`Authorization: Bearer ${token}`] : []),
  ]
  writeFileSync(file, `${head.join('\r\n')}\r\n\r\n${text}`)
  const how = '--batch --ignore-stdin --flush-session --disable-coloring --threads 2'
  const what = '--dbms postgresql --technique BEU --level 2 --risk 2'
  const words = ['-r', file, '--output-dir', join(place, 'output'), ...`${how} ${what}`.split(' ')]
  const { stdout } = await promisify(execFile)('sqlmap', words, { maxBuffer: 2 ** 26 })
  return { stdout, isInjectable: stdout.includes('identified the following injection point') }
}

test('sqlmap finds an injection where there is one', { timeout: 600_000 }, async () => {
  const client = new pg.Client(connection)
  await client.connect()
  onTestFinished(() => client.end())
  const weak = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    try {
      const { search } = JSON.parse(Buffer.concat(chunks).toString()) as { search: string }
      const { rows } = await client.query(`select name from schools where name like '%${search}%'`)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(rows))
    } catch (problem) {
      response.writeHead(500).end(String(problem))
    }
  }).listen(0, '127.0.0.1')
  await once(weak, 'listening')
  onTestFinished(() => void weak.close())
  const base = `http://127.0.0.1:${(weak.address() as AddressInfo).port}`
  const { isInjectable, stdout } = await scanned('weak', base, 'search', { search: 'a' })
  expect(isInjectable, stdout).toBe(true)
})

/** Calls that take texts, filters, pages and lists, as people who may. */
const calls: [string, object, { phone: string } | null][] = [
  ['api/School/GetAll', { pageNumber: 1, pageSize: 10 }, null],
  ['Student/GetSchoolStudents', { schoolId: nile.id, search: 'عمر', pageNumber: 1 }, manager],
  ['Search/Find', { schoolId: nile.id, text: 'عمر' }, manager],
  ['Student/GetStudent', { studentId: omar.id }, teacher],
  ['Audit/GetSchoolLines', { schoolId: nile.id, kind: 'settings', dateFrom: '2026-11-01' }, manager],
  ['StudentNote/GetStudentNotesList', { classRoomId: class4a.id, pageNumber: 1 }, teacher],
  ['StudentParent/GetParentStudents', { parentId: parent.id }, parent],
]

test.each(calls)('sqlmap finds nothing in %s', { timeout: 1_200_000 }, async (path, body, person) => {
  const token = person ? await tokenOf(person) : ''
  const before = tries
  const { isInjectable, stdout } = await scanned(path.replaceAll('/', '-'), url, path, body, token)
  process.stdout.write(`sqlmap tried ${tries - before} calls of ${path}\n`)
  expect(tries - before).toBeGreaterThan(10)
  expect(stdout).toContain('do not appear to be injectable')
  expect(isInjectable, stdout).toBe(false)
})
