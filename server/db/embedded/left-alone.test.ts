import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCluster } from '#server/db/embedded.ts'
import { recoverCluster } from './recover.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'kashkool-left-alone-'))
const cluster = join(dataDir, 'postgres')
const start = () => startCluster({ dataDir, settings: { fsync: 'off' } })
const startsAndStops = async () => (await start()).stop()

beforeAll(startsAndStops)
afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 }))

/** A restore that must not do anything. */
const restored = () => {
  const never = () => Promise.reject(new Error('reached'))
  return recoverCluster({
    dataDir,
    named: true,
    at: null,
    archives: false,
    timeline: () => 'current',
    salvage: never,
    fill: never,
    fetch: never,
    check: never,
  })
}

test('a server that cannot be seen from here, as one in another container, is left alone by a start and by a restore', async () => {
  const pidFile = join(cluster, 'postmaster.pid')
  const socket = join(dataDir, 'socket', '.s.PGSQL.5432')
  // Files as a server leaves them there, with a process id that does not exist on this machine.
  const written = `${2 ** 22}\n${cluster}\n1\n5432\n\n\n\nready   \n`
  writeFileSync(pidFile, written)
  const other = createServer((connection) => connection.destroy()).listen(socket)
  await once(other, 'listening')
  for (const begin of [start, restored])
    await expect(begin()).rejects.toThrow(
      /^A PostgreSQL that cannot be seen from here, .* is using .*; stop it first\.$/,
    )
  expect([readFileSync(pidFile, 'utf8'), existsSync(socket)]).toEqual([written, true])
  other.close()
  await once(other, 'close')

  rmSync(pidFile)
  await startsAndStops()
})

test.each(['postgres.replaced-1', 'postgres.restored'])(
  'no empty database is made beside %s, which a restore that was cut short left',
  async (name) => {
    const left = join(dataDir, name)
    renameSync(cluster, left)
    await expect(start()).rejects.toThrow(`${name}. Restore again, or move that away to begin with an empty one.`)
    expect(existsSync(cluster)).toBe(false)
    renameSync(left, cluster)
    await startsAndStops()
  },
)
