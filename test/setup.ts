import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startCluster } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { ask, inDatabase } from '#test/database.ts'
import { loadDemo } from '#test/world.ts'

/** Before all tests: a server, and in it the migrated database with the world that each test file copies. */
export default async function setup({ provide }: TestProject) {
  const { server, stop } = await serverForTests()
  const template = `kashkool_template_${process.pid}`
  try {
    await ask(server, `drop database if exists ${template} with (force)`)
    await ask(server, `create database ${template}`)
    await migrate(inDatabase(server, template))
    await loadDemo(inDatabase(server, template))
  } catch (error) {
    await stop()
    throw error
  }
  provide('server', server)
  provide('template', template)

  return async () => {
    await ask(server, `drop database if exists ${template} with (force)`)
    await stop()
  }
}

type Server = { server: pg.ClientConfig; stop: () => Promise<void> }

/** The server named by TEST_DATABASE_URL, whose user may make databases and roles, or an embedded one of our own. */
async function serverForTests(): Promise<Server> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return { server: { connectionString: url }, stop: async () => {} }

  const dataDir = mkdtempSync(join(tmpdir(), 'kashkool-test-'))
  const cluster = await startCluster({ dataDir, settings: { ...withoutCare, max_connections: '200' } })
  const stop = async () => {
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { server: cluster.connection('postgres'), stop }
}

// Nothing here outlives the tests, so nothing waits for a disk.
const withoutCare = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
