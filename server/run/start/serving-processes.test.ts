import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { server } from '#test/harness/bundles.ts'
import { freePort } from '#test/harness/ports.ts'

// A complete start of three processes, on a machine that may be busy.
const dataDir = mkdtempSync(join(tmpdir(), 'kashkool-several-'))
const token = 'a token of the tests, thirty-two long'
const port = await freePort()
const base = `http://127.0.0.1:${port}`
const share = 8
const first = spawn(process.execPath, server, {
  env: {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    PORT: `${port}`,
    DEMO: 'off',
    CLUSTER: '2',
    METRICS_TOKEN: token,
    LIMITS: `{"calls":{"visitor":${2 * share}}}`,
  },
  stdio: ['ignore', 'pipe', 'pipe'],
})
let output = ''
for (const stream of [first.stdout, first.stderr]) stream.on('data', (text) => (output += text))
const ended = once(first, 'close').then(([code]) => code as number | null)
afterAll(async () => {
  if (first.exitCode === null) first.kill('SIGKILL')
  await ended
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
})
const says = (words: RegExp) => expect.poll(() => output).toMatch(words)

/** Each call uses a new connection, so that the calls are distributed. */
const call = (path: string, method = 'GET') =>
  new Promise<number>((done, failed) => {
    request(`${base}${path}`, { method, agent: false }, (answer) => {
      answer.resume().on('end', () => done(answer.statusCode!))
    })
      .on('error', failed)
      .end()
  })
const schools = () => call('/api/School/GetAll', 'POST')
const figures = async () =>
  (await fetch(`${base}/metrics`, { headers: { authorization: `Bearer ${token}`, connection: 'close' } })).text()
const counted = (text: string) => text.match(/kashkool_requests_total\{operation="\w+\/School\/GetAll".*/g)
const servingProcesses = () =>
  execFileSync('pgrep', ['-P', `${first.pid}`, '-f', 'bundle/serve.mjs'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)

test('several processes serve one port, share the limits of calls, and their figures are one', async () => {
  await says(/Kashkool is ready/)
  expect(servingProcesses()).toHaveLength(2)
  expect(await call('/health/ready')).toBe(200)

  const answers: number[] = []
  for (let nth = 0; nth < 4 * share; nth++) answers.push(await schools())
  const served = answers.filter((status) => status === 200).length
  expect(answers.filter((status) => status !== 200 && status !== 429)).toEqual([])
  // Calls are distributed in turn, so each process answers the same number.
  expect(served).toBe(2 * share)
  const text = await figures()
  expect(text).toMatch(
    new RegExp(`kashkool_requests_total\\{operation="\\w+/School/GetAll",status="200"\\} ${served}\n`),
  )
  expect(text).toContain('\nkashkool_database_up 1\n')
})

test('one that does not answer takes no figure away and is counted as silent', async () => {
  const before = counted(await figures())
  const [one] = servingProcesses()
  process.kill(one!, 'SIGSTOP')
  onTestFinished(() => void process.kill(one!, 'SIGCONT'))
  // One of two new connections reaches the process that answers.
  const text = await Promise.any([figures(), figures()])
  expect(counted(text)).toEqual(before)
  expect(text).toContain('\nkashkool_serving_processes{state="answering"} 1\n')
  expect(text).toContain('\nkashkool_serving_processes{state="silent"} 1\n')
})

test('one that ends by itself is replaced while the other serves', async () => {
  await expect.poll(figures).toContain('\nkashkool_serving_processes{state="silent"} 0\n')
  const before = counted(await figures())
  const [one] = servingProcesses()
  process.kill(one!, 'SIGKILL')
  await says(/A process that serves calls ended by itself; another one starts\./)
  expect(await call('/health/ready')).toBe(200)
  await expect.poll(() => servingProcesses().length).toBe(2)
  expect(servingProcesses()).not.toContain(one)
  // For Prometheus, a sum that goes back is a restart after which everything is counted again.
  expect(counted(await figures())).toEqual(before)
  await expect.poll(figures).toContain('\nkashkool_serving_processes{state="answering"} 2\n')
})

test('told to end, all of them answer what is under way and end, with the database', async () => {
  const serving = servingProcesses()
  const underWay = Array.from({ length: 10 }, schools)
  await Promise.all(underWay)
  first.kill('SIGTERM')
  expect(await ended).toBe(0)
  for (const one of serving) expect(() => process.kill(one, 0)).toThrow('ESRCH')
})
