import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startCluster } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { ask, inDatabase } from '#test/database.ts'
import { loadDemo } from '#test/world.ts'

/** Before all tests: a server, and in it the databases that each test file copies. */
export default async function setup({ provide }: TestProject) {
  const { server, stop } = await serverForTests()
  const emptyTemplate = `kashkool_empty_${process.pid}`
  const worldTemplate = `kashkool_world_${process.pid}`
  const dropTemplates = async () => {
    for (const name of [emptyTemplate, worldTemplate]) await ask(server, `drop database if exists ${name} with (force)`)
  }
  try {
    await dropTemplates()
    await ask(server, `create database ${emptyTemplate}`)
    await migrate(inDatabase(server, emptyTemplate))
    await ask(server, `create database ${worldTemplate} template ${emptyTemplate}`)
    await loadDemo(inDatabase(server, worldTemplate))
  } catch (error) {
    await stop()
    throw error
  }
  provide('server', server)
  provide('emptyTemplate', emptyTemplate)
  provide('worldTemplate', worldTemplate)

  return async () => {
    await dropTemplates()
    await stop()
  }
}

type Server = { server: pg.ClientConfig; stop: () => Promise<void> }

/** The server named by TEST_DATABASE_URL, whose user may make databases and roles, or an embedded one of our own. */
async function serverForTests(): Promise<Server> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return { server: { connectionString: url }, stop: async () => {} }

  const folder = quickFolder()
  sweep(folder)
  const dataDir = mkdtempSync(join(folder, `${prefix}${process.pid}-`))
  const cluster = await startCluster({ dataDir, settings: withoutCare })
  const stop = async () => {
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { server: cluster.connection('postgres'), stop }
}

const prefix = 'kashkool-tests-'

/** Memory where there is room in it: a database is many small files, copied there ten times as fast as on a disk. */
function quickFolder() {
  const memory = '/dev/shm'
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > 2 ** 30 ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Tests that were killed could not tidy up. */
function sweep(folder: string) {
  const left = readdirSync(folder).filter(
    (name) => name.startsWith(prefix) && !runs(Number.parseInt(name.slice(prefix.length))),
  )
  for (const name of left) rmSync(join(folder, name), { recursive: true, force: true })
}

function runs(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

// Nothing here outlives the tests, so nothing waits for a disk, and little of it is kept.
const withoutCare = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_wal_size: '64MB',
  max_connections: '200',
}
