import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster } from '#server/db/embedded.ts'
import { values } from '#test/harness/database.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'kashkool-account-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 }))

const start = () => startCluster({ dataDir, settings: { fsync: 'off' } })
const folders = ['postgres', 'socket'].map((name) => join(dataDir, name))

/** The account of the server process: its name and shell. */
function accountOfServer() {
  const pid = Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
  const { uid } = statSync(`/proc/${pid}`)
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const [name, , , , , , shell] = accounts.find((account) => account[2] === String(uid)) ?? []
  return { name, shell }
}

if (process.getuid?.() === 0) {
  const own = { name: 'kashkool-db', shell: '/usr/sbin/nologin' }
  beforeAll(async () => (await start()).stop())

  test('under root the server runs as an account of its own, in which nobody signs in', async () => {
    const cluster = await start()
    expect(accountOfServer()).toEqual(own)
    await cluster.stop()
  })

  test('data of an account that other services use change hands at the next start', async () => {
    execFileSync('chown', ['-R', 'nobody', ...folders])
    const cluster = await start()
    expect(accountOfServer()).toEqual(own)
    expect(await values(cluster.connection('postgres'), 'select 1 as one')).toEqual([1])
    await cluster.stop()
    const owners = execFileSync('find', [...folders, '-printf', '%u\n'], { encoding: 'utf8' })
    expect(new Set(owners.trim().split('\n'))).toEqual(new Set([own.name]))
  })

  test('data of any other account stay with it', async () => {
    execFileSync('chown', ['-R', 'daemon', ...folders])
    const cluster = await start()
    expect(accountOfServer().name).toBe('daemon')
    await cluster.stop()
  })
} else {
  test('otherwise it runs as the account of Kashkool', async () => {
    const cluster = await start()
    expect(statSync(folders[0]!).uid).toBe(process.getuid?.())
    await cluster.stop()
  })
}
