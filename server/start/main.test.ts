import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'

// Whole starts, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 })

const folders: string[] = []
const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

test('Kashkool starts on nothing, says where it is, answers, and stops when told', async () => {
  const port = await freePort()
  const kashkool = start({ PORT: `${port}` })
  expect(await kashkool.says(/Kashkool is ready: .*/)).toBe(`Kashkool is ready: http://localhost:${port}`)
  expect(kashkool.said()).not.toContain('Demo sign-ins')
  expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200)

  kashkool.child.kill('SIGTERM')
  expect(await kashkool.ended).toBe(0)
})

test('a second Kashkool on the same data says so, and one after a kill starts', async () => {
  const [port, dataDir] = [await freePort(), freshFolder()]
  const first = start({ PORT: `${port}`, DATA_DIR: dataDir })
  await first.says(/Kashkool is ready/)

  const second = start({ PORT: `${await freePort()}`, DATA_DIR: dataDir })
  expect(await second.ended).toBe(1)
  expect(second.said()).toBe(
    `Another Kashkool is using the data in ${dataDir}; stop it first, or choose another DATA_DIR.\n`,
  )
  expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200)

  first.child.kill('SIGKILL')
  await first.ended
  const next = start({ PORT: `${port}`, DATA_DIR: dataDir })
  await next.says(/Kashkool is ready/)
  next.child.kill('SIGINT')
  expect(await next.ended).toBe(0)
})

test('a taken port is told, and the data are let go', async () => {
  const taken = createServer().listen(0, 'localhost')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const dataDir = freshFolder()
  const kashkool = start({ PORT: `${port}`, DATA_DIR: dataDir })
  expect(await kashkool.ended).toBe(1)
  expect(kashkool.said()).toContain(`Port ${port} is already in use; stop what uses it, or choose another PORT.\n`)

  taken.close()
  const next = start({ PORT: `${port}`, DATA_DIR: dataDir })
  await next.says(/Kashkool is ready/)
})

test('a bad setting, and a database that is not there, are told in one sentence', async () => {
  const badPort = start({ PORT: 'eighty' })
  expect(await badPort.ended).toBe(1)
  expect(badPort.said()).toBe('PORT must be a number from 0 to 65535, not "eighty".\n')

  const nowhere = start({ DATABASE_URL: `postgres://me:s3cret@127.0.0.1:${await freePort()}/kashkool` })
  expect(await nowhere.ended).toBe(1)
  expect(nowhere.said()).toMatch(/^The database named by DATABASE_URL cannot be used: .*ECONNREFUSED.*\n$/)
  expect(nowhere.said()).not.toContain('s3cret')
})

/** The server in a process of its own: all it says, its exit code, and the first words that match. */
function start(settings: Record<string, string>) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    env: { PATH: process.env.PATH, DATA_DIR: settings.DATA_DIR ?? freshFolder(), DEMO: 'off', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  return {
    child,
    said: () => said,
    ended: once(child, 'close').then(([code]) => code as number | null),
    says: async (words: RegExp) => {
      await expect.poll(() => said, { timeout: 30_000 }).toMatch(words)
      return words.exec(said)?.[0]
    },
  }
}

function freshFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'kashkool-main-'))
  folders.push(folder)
  return folder
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}
