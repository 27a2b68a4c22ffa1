import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startCluster } from '#server/db/embedded.ts'
import { requestAccount } from '#server/db/request-account.ts'
import { haproxy } from '#test/harness/haproxy.ts'
import { isInstalled } from '#test/harness/installed-program.ts'
import { freePort } from '#test/harness/ports.ts'
import { roundRobin } from '#test/harness/round-robin.ts'
import { server } from '#test/harness/bundles.ts'

// The goal is 0 of 10,000 calls over 20 restarts; every run does it in small.
const { restarts, calls } = process.env.PROOF === 'on' ? { restarts: 20, calls: 10_000 } : { restarts: 2, calls: 300 }
const proxies =
  process.env.PROOF === 'on' && isInstalled('haproxy') ? ['a proxy of ours', 'haproxy'] : ['a proxy of ours']
// Not the server of the tests, which acknowledges what it may lose and is therefore never ready.
const dataDir = mkdtempSync(join(tmpdir(), 'kashkool-rolling-'))
const cluster = await startCluster({ dataDir })
const owner = cluster.connection('postgres')
const children = new Set<ChildProcess>()
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await cluster.stop()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
})

test.each(proxies)(
  `of ${calls} calls none breaks over ${restarts} restarts behind %s`,
  { timeout: 1_200_000 },
  async (name) => {
    const ports = [await freePort(), await freePort()]
    const processes = await Promise.all(ports.map((port) => start(port)))
    const proxy = name === 'haproxy' ? await haproxy(ports, 100, await freePort()) : await roundRobin(ports, 100)
    // What it finds ready, it says after its first look.
    await expect.poll(() => fetch(`http://127.0.0.1:${proxy.port}/health/ready`).then(({ status }) => status)).toBe(200)
    onTestFinished(() => proxy.stop())

    const broken: unknown[] = []
    let made = 0
    let restarting = true
    const caller = async () => {
      while (restarting || made < calls) {
        made++
        const answer = await fetch(`http://127.0.0.1:${proxy.port}/api/School/GetAll`, { method: 'POST' }).then(
          async (given) => `${given.status} ${(await given.text()).length > 0}`,
          String,
        )
        if (answer !== '200 true') broken.push(answer)
        await pause(10) // the processes that start have the machine for themselves meanwhile
      }
    }
    const callers = Array.from({ length: 4 }, caller)
    for (let nth = 0; nth < restarts; nth++) {
      const at = nth % 2
      expect(await ended(processes[at]!)).toBe(0)
      processes[at] = await start(ports[at]!)
      await readyBehind(ports[at]!)
    }
    restarting = false
    await Promise.all(callers)
    expect({ broken, enough: made >= calls }).toEqual({ broken: [], enough: true })
    await Promise.all(processes.map(ended))
  },
)

async function start(port: number, secret = 'the secret that all of these processes share') {
  const child = spawn(process.execPath, server, {
    env: {
      PATH: process.env.PATH,
      PORT: `${port}`,
      DEMO: 'off',
      SECRET: secret,
      DATABASE_URL: urlOf(cluster.connection('postgres', requestAccount)),
      MIGRATE_URL: urlOf(owner),
      DRAIN_PAUSE: '700',
      LIMITS: '{"calls":{"visitor":1000000}}',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  let complaint = ''
  child.stderr!.on('data', (text) => (complaint += text))
  await new Promise<void>((ready, failed) => {
    child.stdout!.on('data', (text) => `${text}`.includes('Kashkool is ready') && ready())
    child.once('exit', (code) => failed(new Error(`ended with ${code}: ${complaint}`)))
  })
  return child
}

test('a process with another SECRET than the others does not start', async () => {
  const first = await start(await freePort())
  onTestFinished(() => void first.kill('SIGKILL'))
  const other = start(await freePort(), 'a secret that none of the other processes has')
  await expect(other).rejects.toThrow('ended with 1: SECRET differs from the one this database is used with')
})

async function ended(child: ChildProcess) {
  child.kill('SIGTERM')
  const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode]
  children.delete(child)
  return code
}

/** The proxy looks every 100 ms. */
async function readyBehind(port: number) {
  await expect.poll(() => fetch(`http://127.0.0.1:${port}/health/ready`).then(({ status }) => status)).toBe(200)
  await new Promise((done) => setTimeout(done, 300))
}

function urlOf({ host, port, user, database }: pg.ClientConfig) {
  return `postgres:///${database}?${new URLSearchParams({ host: host!, port: `${port}`, user: `${user}` })}`
}
