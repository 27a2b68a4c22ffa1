import type pg from 'pg'
import { CannotStart } from './cannot-start.ts'
import type { Config } from './config.ts'
import { withClient } from '#server/db/client.ts'
import { runningCluster, startCluster } from '#server/db/embedded.ts'

export type Database = {
  /** The role for requests. */
  connection: pg.ClientConfig
  /** The role that creates the tables and does the operator's work. */
  owner: pg.ClientConfig
  embedded: boolean
  stop: () => Promise<void>
  /** Fulfilled when the embedded server is gone for good, whether or not we stopped it. */
  ended: Promise<void>
}

/**
 * The database the settings name, or the embedded one, started here; with `beside`, the one of the Kashkool that runs on the
 * same data. Throws CannotStart.
 */
export async function openDatabase(config: Config, { beside = false } = {}): Promise<Database> {
  return config.databaseUrl
    ? namedDatabase(config.databaseUrl, config.migrateUrl ?? config.databaseUrl)
    : embeddedDatabase(config, beside)
}

async function namedDatabase(url: string, ownerUrl: string): Promise<Database> {
  const named = ownerUrl === url ? { DATABASE_URL: url } : { DATABASE_URL: url, MIGRATE_URL: ownerUrl }
  for (const [name, connectionString] of Object.entries(named)) {
    await withClient({ connectionString, connectionTimeoutMillis: 10_000 }, async () => {}).catch((error) => {
      throw new CannotStart(`The database named by ${name} cannot be used: ${error.message || error.code}`)
    })
  }
  return {
    connection: { connectionString: url },
    owner: { connectionString: ownerUrl },
    embedded: false,
    stop: async () => {},
    ended: new Promise(() => {}),
  }
}

async function embeddedDatabase(config: Config, beside: boolean): Promise<Database> {
  const place = { dataDir: config.dataDir, named: config.dataDirNamed }
  const cluster =
    (beside && (await runningCluster(place))) ||
    (await startCluster({ ...place, settings: connectionsFor(config), ...(!beside && { revived: console.error }) }))
  const connection = cluster.connection('kashkool')
  const database = { connection, owner: connection, embedded: true, stop: cluster.stop, ended: cluster.ended }
  try {
    await withClient(cluster.connection('postgres'), makeKashkool)
  } catch (error) {
    await cluster.stop()
    throw error
  }
  return database
}

async function makeKashkool(client: pg.Client) {
  const { rowCount } = await client.query(`select from pg_database where datname = 'kashkool'`)
  if (!rowCount) await client.query('create database kashkool')
}

/** Beside the pool of the calls there are counters, deliveries, imports, readiness, and the operator's own. */
const connectionsFor = ({ pool }: Config) => ({ max_connections: `${pool + 40}` })
