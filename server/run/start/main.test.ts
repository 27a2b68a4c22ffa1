import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest'
import { server } from '#test/harness/bundles.ts'
import { freePort } from '#test/harness/ports.ts'

// Complete starts, on a machine that may be busy. They share one database, because creating it takes most of the time of a start.
const dataDir = mkdtempSync(join(tmpdir(), 'kashkool-main-'))
const children: { child: ChildProcess; ended: Promise<number | null> }[] = []

afterEach(async () => {
  for (const { child, ended } of children.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 }))

test('a taken port is reported and the data released; the next start answers, and stops on a signal', async () => {
  const taken = createServer().listen(0, 'localhost')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const hindered = start({ PORT: `${port}` })
  expect(await hindered.ended).toBe(1)
  expect(hindered.output()).toContain(`Port ${port} is already in use; stop what uses it, or choose another PORT.\n`)

  taken.close()
  const kashkool = start({ PORT: `${port}` })
  expect(await kashkool.says(/Kashkool is ready: .*/)).toBe(`Kashkool is ready: http://localhost:${port}`)
  expect(kashkool.output()).not.toContain('Demo sign-ins')
  expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200)

  kashkool.child.kill('SIGTERM')
  expect(await kashkool.ended).toBe(0)
})

test('a second Kashkool on the same data is refused with that reason, and one after a kill starts', async () => {
  const port = await freePort()
  const first = start({ PORT: `${port}` })
  await first.says(/Kashkool is ready/)

  const second = start({ PORT: `${await freePort()}` })
  expect(await second.ended).toBe(1)
  expect(second.output()).toBe(
    `Another Kashkool is using the data in ${dataDir}; stop it first, or choose another DATA_DIR.\n`,
  )
  expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200)

  first.child.kill('SIGKILL')
  await first.ended
  const next = start({ PORT: `${port}` })
  await next.says(/Kashkool is ready/)
  next.child.kill('SIGINT')
  expect(await next.ended).toBe(0)
})

test('an administrator is made while Kashkool runs on its own database, and signs in at once', async () => {
  const port = await freePort()
  const kashkool = start({ PORT: `${port}` })
  await kashkool.says(/Kashkool is ready/)

  const [phoneNumber, password] = ['01055512345', 'wide-river-9']
  const command = spawn(process.execPath, ['bin/kashkool.mjs', 'administrator', phoneNumber], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  command.stdin.end(`${password}\n${password}\n`)
  expect(await once(command, 'close')).toEqual([0, null])

  const answer = await fetch(`http://127.0.0.1:${port}/api/Identity/Login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phoneNumber, password }),
  })
  expect([answer.status, await answer.json()]).toMatchObject([200, { appPermissions: expect.any(Array) }])
  kashkool.child.kill('SIGTERM')
  expect(await kashkool.ended).toBe(0)
})

test('a bad setting, and a missing database, are reported in one sentence', async () => {
  const badPort = start({ PORT: 'eighty' })
  expect(await badPort.ended).toBe(1)
  expect(badPort.output()).toBe('PORT must be a number from 0 to 65535, not "eighty".\n')

  const away = `postgres://me:s3cret@127.0.0.1:${await freePort()}/kashkool`
  const nowhere = start({ DATABASE_URL: away, MIGRATE_URL: away })
  expect(await nowhere.ended).toBe(1)
  expect(nowhere.output()).toMatch(/^The database named by MIGRATE_URL cannot be used: .*ECONNREFUSED.*\n$/)
  expect(nowhere.output()).not.toContain('s3cret')
})

test('a PostgreSQL that was killed is started again, and calls succeed as before', async () => {
  const kashkool = start({ PORT: `${await freePort()}` })
  const base = (await kashkool.says(/http:.*/))!.replace('localhost', '127.0.0.1')
  process.kill(postmaster(), 'SIGKILL')

  await kashkool.says(/ended by itself; it is started again[^]*runs again after/)
  const schools = () => fetch(`${base}/api/School/GetAll`, { method: 'POST' }).then(({ status }) => status)
  await expect.poll(schools).toBe(200)
  await expect.poll(() => fetch(`${base}/health/ready`).then(({ status }) => status)).toBe(200)
  kashkool.child.kill('SIGTERM')
  expect(await kashkool.ended).toBe(0)
})

// Once, kept connections delayed the end of a process without a database by 71 seconds, longer than this test may take.
test('without a PostgreSQL that starts again the process ends, also while people are connected', async () => {
  const port = await freePort()
  const kashkool = start({ PORT: `${port}` })
  await kashkool.says(/Kashkool is ready/)
  const kept = connect(port, '127.0.0.1').on('error', () => {})
  onTestFinished(() => void kept.destroy())
  kept.write('GET /health/live HTTP/1.1\r\nhost: x\r\n\r\nPOST /api/School/GetAll HTTP/1.1\r\nhost: x\r\n')
  await once(kept, 'data')

  const settings = join(dataDir, 'postgres', 'postgresql.conf')
  const before = readFileSync(settings, 'utf8')
  onTestFinished(() => writeFileSync(settings, before))
  appendFileSync(settings, 'no_such_setting = 1\n')
  process.kill(postmaster(), 'SIGKILL')
  expect(await kashkool.ended).toBe(1)
  expect(kashkool.output()).toMatch(/PostgreSQL did not start: [^]*does not run any more; start Kashkool again\./)
})

const postmaster = () => Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)

/** Starts the server in a separate process; gives its output, its exit code, and the first words that match. */
function start(settings: Record<string, string>) {
  const child = spawn(process.execPath, server, {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, DEMO: 'off', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  children.push({ child, ended })
  return {
    child,
    output: () => output,
    ended,
    says: async (words: RegExp) => {
      await expect.poll(() => output).toMatch(words)
      return words.exec(output)?.[0]
    },
  }
}
