import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startCluster } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'

/** A server of its own with a migrated database "kashkool", for tests of the database itself. */
export async function freshCluster() {
  const dataDir = await mkdtemp(join(tmpdir(), 'kashkool-test-'))
  const cluster = await startCluster({ dataDir, settings: { fsync: 'off' } })
  await as(cluster.connection('postgres'), (client) => client.query('create database kashkool'))
  const connection = cluster.connection('kashkool')
  await migrate(connection)
  return {
    cluster,
    connection,
    async stop() {
      await cluster.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Does some work on a connection of its own. */
export async function as<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
