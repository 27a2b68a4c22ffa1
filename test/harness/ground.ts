import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { hash } from '@node-rs/argon2'
import type pg from 'pg'
import { withClient } from '#server/db/client.ts'
import { startCluster } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { acceptSignatures, signerOf } from '#server/db/signing.ts'
import { secretsOf } from '#server/base/secrets.ts'
import { requestAccount } from '#server/db/request-account.ts'
import { ahead, today } from '#test/world/clock.ts'
import { closeConnections, keepConnections, keptConnections } from './kept-connections.ts'
import { freshMemoryFolder } from './memory-folder.ts'
import { demoPassword, loadDemo } from '#test/world/world.ts'

/** The server of the tests, with the template databases that test files copy: one migrated without people, one with the world. */
export type Ground = {
  server: pg.ClientConfig
  /** Servers that have a part of each database, so that each copy is made on all of them. */
  others: pg.ClientConfig[]
  emptyTemplate: string
  worldTemplate: string
}

/** Creates the template databases on a server, by default the one for all tests; `lift` removes them. */
export async function layGround(on?: ServerForTests): Promise<{ ground: Ground; lift: () => Promise<void> }> {
  const { server, stop, others = [], introduce, close, complete } = on ?? (await serverForTests())
  const ground = {
    server,
    others,
    emptyTemplate: `kashkool_empty_${process.pid}`,
    worldTemplate: `kashkool_world_${process.pid}`,
  }
  const { emptyTemplate, worldTemplate } = ground
  const dropTemplates = async () => {
    for (const name of [emptyTemplate, worldTemplate]) await dropOn(ground, name)
  }
  try {
    await dropTemplates()
    for (const one of [server, ...others]) {
      await ask(one, `create database ${emptyTemplate}`)
      await ask(inDatabase(one, emptyTemplate), clockOfTests)
      await ask(one, testTimeIn(emptyTemplate))
    }
    await introduce?.(emptyTemplate)
    await migrate(inDatabase(server, emptyTemplate))
    await acceptSignatures(inDatabase(server, emptyTemplate), secretsOf(testKey))
    if (server.connectionString) await ask(server, `alter role ${requestAccount} password '${passwordForTests}'`)
    await close?.(emptyTemplate)
    for (const one of [server, ...others]) {
      await ask(one, `create database ${worldTemplate} template ${emptyTemplate}`)
      await ask(one, testTimeIn(worldTemplate))
    }
    await loadDemo(inDatabase(server, worldTemplate), today, { hash: await hash(demoPassword, almostFree) })
    for (const name of [emptyTemplate, worldTemplate]) await complete?.(name)
  } catch (error) {
    await stop()
    throw error
  }
  return { ground, lift: () => dropTemplates().then(stop) }
}

/** A copy of a template, as its owner. */
export async function copyOf(ground: Ground, template: string) {
  const name = `kashkool_test_${randomUUID().replaceAll('-', '')}`
  for (const one of [ground.server, ...ground.others]) {
    keepConnections(one)
    const client = await keptConnections(one)!.connect()
    try {
      // Without waiting for a disk, copying files takes half the time of copying through the write-ahead log.
      await client.query(`create database ${name} template ${template} strategy file_copy`)
      await client.query(testTimeIn(name))
    } finally {
      client.release()
    }
  }
  const connection = inDatabase(ground.server, name)
  keepConnections(connection)
  const drop = async () => {
    await closeConnections(name)
    await dropOn(ground, name)
  }
  return { connection, name, drop }
}

const dropOn = async ({ server, others }: Ground, name: string) => {
  const dropHere = (one: pg.ClientConfig) => ask(one, `drop database if exists ${name} with (force)`)
  // Citus watches each database by a process of its own, which may begin in between.
  for (const one of [server, ...others])
    await dropHere(one).catch((problem) => (others.length ? dropHere(one) : Promise.reject(problem)))
}

// What the product's SQL calls by name finds these before PostgreSQL's own, which run on the machine's time. Kept as text: what would be
// kept as parsed is written without its schema when it is carried to another server, and would call itself there.
const clockOfTests = `create schema test_clock;\n${[
  'now',
  'transaction_timestamp',
  'statement_timestamp',
  'clock_timestamp',
]
  .map(
    (name) => `create function test_clock.${name}() returns timestamptz parallel safe
      ${name === 'clock_timestamp' ? 'volatile' : 'stable'}
      language sql as 'select pg_catalog.${name}() + interval ''${ahead} milliseconds''';`,
  )
  .join('\n')}
  grant usage on schema test_clock to public`

/** Makes a database use the clock of the tests. A copy does not inherit this. New tables are still created in the first schema. */
const testTimeIn = (name: string) => `alter database ${name} set search_path = public, test_clock, pg_catalog`

/** The same server and account, another database. */
export function inDatabase(server: pg.ClientConfig, database: string): pg.ClientConfig {
  if (!server.connectionString) return { ...server, database }
  const url = new URL(server.connectionString)
  url.pathname = `/${database}`
  return { ...server, connectionString: url.href }
}

/** The same database, as the account of requests. */
export function asRequests(owner: pg.ClientConfig): pg.ClientConfig {
  if (!owner.connectionString) return { ...owner, user: requestAccount }
  const url = new URL(owner.connectionString)
  url.username = requestAccount
  url.password = passwordForTests
  return { ...owner, connectionString: url.href }
}

/** Both accounts of an installation. */
export const accountsOf = (owner: pg.ClientConfig) => ({ owner, connection: asRequests(owner), sign })

/** The key of every installation under test, and the signer that uses it. */
export const testKey = Buffer.from('the key of the tests')
export const sign = signerOf(secretsOf(testKey))

/** Settings of a transaction, signed as the server signs them, so that row-level security accepts them. */
export const signedSettings = ({
  schools = '',
  children = '',
  user,
  platform,
}: Partial<Record<'schools' | 'children' | 'user' | 'platform', string>>) => ({
  'app.schools': schools,
  'app.children': children,
  'app.proof': sign(['see only', schools, children]).toString('hex'),
  ...(user && { 'app.user': `${user} ${sign(['user', user]).toString('hex')}` }),
  ...(platform && { 'app.platform': sign(['platform']).toString('hex') }),
})

// A cheap hash: every file signs its people in anew, and a real hash would use 20 MB of memory thousands of times.
const almostFree = { memoryCost: 8, timeCost: 1, parallelism: 1 }

const passwordForTests = 'only on a server for tests'

/** The rows of one statement. A copy keeps a connection for this; elsewhere one is opened for the statement. */
export async function ask<Row extends pg.QueryResultRow>(connection: pg.ClientConfig, sql: string): Promise<Row[]> {
  const kept = keptConnections(connection)
  if (kept) return (await kept.query<Row>(sql)).rows
  return withClient(connection, async (client) => (await client.query<Row>(sql)).rows)
}

/** The first column of those rows. */
export const values = async <Value = string>(connection: pg.ClientConfig, sql: string): Promise<Value[]> =>
  (await ask<Record<string, Value>>(connection, sql)).map((row) => Object.values(row)[0]!)

export type ServerForTests = Pick<Ground, 'server'> &
  Partial<Pick<Ground, 'others'>> & {
    stop: () => Promise<void>
    /** Makes the servers known to each other in a database that exists on all of them. */
    introduce?: (database: string) => Promise<void>
    /** Ends every connection to a database, because PostgreSQL copies only a database without connections. */
    close?: (database: string) => Promise<void>
    /** Called with a template once it is complete. */
    complete?: (database: string) => Promise<void>
  }

/** The server named by TEST_DATABASE_URL, whose user may create databases and roles, or an embedded one of our own. */
async function serverForTests(): Promise<ServerForTests> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return { server: { connectionString: url }, stop: async () => {} }

  const dataDir = freshMemoryFolder()
  const cluster = await startCluster({ dataDir, settings: withoutCare })
  const stop = async () => {
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { server: cluster.connection('postgres'), stop }
}

// The data is needed only during the tests, so nothing waits for a disk, and PostgreSQL keeps as little as possible.
const withoutCare = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_wal_size: '64MB',
  max_connections: '200',
  // Each copy gets new connections, and the first five executions of a prepared statement on each would plan it anew.
  plan_cache_mode: 'force_generic_plan',
  // All files are in memory, and both cores are busy.
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
}
