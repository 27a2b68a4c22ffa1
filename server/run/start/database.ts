import { setTimeout as pause } from 'node:timers/promises'
import { CannotStart } from '#server/base/cannot-start.ts'
import type { Config } from './config.ts'
import type { DatabaseAddress } from '#server/db/client.ts'
import { withDb } from '#server/db/connected.ts'
import { runningCluster, startCluster } from '#server/db/embedded.ts'
import { requestAccount } from '#server/db/request-account.ts'
import { areOthersThere, makeKashkool, versionOf } from './database.queries.ts'

export type Database = {
  /** The account for requests, perhaps through a pooler. */
  connection: DatabaseAddress
  /** The same without any pooler, for listening. */
  direct: DatabaseAddress
  /** The account for requests at a replica of this server, to which some reads may go. */
  replica: DatabaseAddress | null
  /** The account that creates the tables and does the operator's work, never through a pooler. */
  owner: DatabaseAddress
  /** Whether requests go through a pooler. */
  pooled: boolean
  embedded: boolean
  /** The folder of the embedded cluster, and the one in which it puts its write-ahead log. */
  files: { cluster: string; spool: string } | null
  stop: () => Promise<void>
  /** Resolves when the embedded server has ended, whether or not we stopped it. */
  ended: Promise<void>
}

/**
 * The database that the settings name, or else the embedded one, which is started here. With `beside`, the one of the Kashkool that already
 * runs on the same data. Throws CannotStart.
 */
export async function openDatabase(config: Config, { beside = false } = {}): Promise<Database> {
  mayBeBackedUp(config)
  return config.databaseUrl
    ? namedDatabase(config, config.databaseUrl, config.migrateUrl!)
    : embeddedDatabase(config, beside)
}

/** Throws CannotStart if a folder is set for backups of a database that Kashkool does not run. */
export function mayBeBackedUp({ backup, databaseUrl }: Config) {
  if (backup && databaseUrl)
    throw new CannotStart(
      'BACKUP_DIR is for the embedded database. Back the one of DATABASE_URL up with its own tools (docs/operations.md).',
    )
}

/** The account of requests does not exist before the first migration; request-sign-in.ts waits for it afterwards. */
async function namedDatabase({ directUrl, replicaUrl }: Config, url: string, ownerUrl: string): Promise<Database> {
  const owner = { connectionString: directly(ownerUrl, directUrl) }
  const version = await withDb({ ...owner, connectionTimeoutMillis: 10_000 }, versionOf).catch((error) => {
    const names = directUrl ? 'MIGRATE_URL and DIRECT_URL' : 'MIGRATE_URL'
    throw new CannotStart(`The database named by ${names} cannot be used: ${error.message || error.code}`)
  })
  mustBeRecent(version)
  return {
    connection: { connectionString: url },
    direct: { connectionString: directly(url, directUrl) },
    replica: replicaUrl ? { connectionString: replicaUrl } : null,
    owner,
    pooled: directUrl !== null,
    embedded: false,
    files: null,
    stop: async () => {},
    ended: new Promise(() => {}),
  }
}

/** 15.9 fixes row-level security in reused plans (CVE-2024-10976). */
export function mustBeRecent(version: number | string) {
  const number = Number(version)
  if (number < 150_009)
    throw new CannotStart(
      `The database named by MIGRATE_URL is PostgreSQL ${Math.floor(number / 10_000)}.${number % 10_000}; Kashkool needs 15.9 or later.`,
    )
}

/** The account of one address combined with the host of another. */
function directly(url: string, directUrl: string | null): string {
  if (!directUrl) return url
  const [named, place] = [new URL(url), new URL(directUrl)]
  for (const part of ['user', 'password'] as const) {
    const value = named.searchParams.get(part) ?? decodeURIComponent(part === 'user' ? named.username : named.password)
    if (value) place.searchParams.set(part, value)
  }
  return place.href
}

async function embeddedDatabase(config: Config, beside: boolean): Promise<Database> {
  const place = { dataDir: config.dataDir, named: config.dataDirNamed }
  const running = beside ? await runningCluster(place) : null
  const cluster =
    running ??
    (await startCluster({
      ...place,
      settings: connectionsFor(config),
      archives: config.backup !== null,
      ...(!beside && { revived: console.error }),
    }))
  const connection = cluster.connection('kashkool', requestAccount)
  const owner = cluster.connection('kashkool')
  const { ended } = cluster
  const stop = async () => {
    if (beside && !running) await othersToEnd(cluster.connection('postgres'))
    await cluster.stop()
  }
  const files = { cluster: cluster.cluster, spool: cluster.spool }
  const database = {
    connection,
    direct: connection,
    replica: null,
    owner,
    pooled: false,
    embedded: true,
    files,
    stop,
    ended,
  }
  try {
    await withDb(cluster.connection('postgres'), makeKashkool)
  } catch (error) {
    await cluster.stop()
    throw error
  }
  return database
}

/** Waits until no other process uses the cluster: a command that began meanwhile must not lose the database before it ends. */
async function othersToEnd(connection: DatabaseAddress) {
  await withDb(connection, async (db) => {
    let said = false
    for (const since = performance.now(); await areOthersThere(db); await pause(100)) {
      if (!said && performance.now() - since > 1000)
        console.error('Another command uses the database, which runs as long as this one: it ends after that.')
      said ||= performance.now() - since > 1000
    }
  }).catch(() => {})
}

/** In addition to the pool of calls: counters, deliveries, imports, readiness, and the operator's commands. */
const connectionsFor = ({ pool }: Config) => ({ max_connections: `${pool + 40}` })
