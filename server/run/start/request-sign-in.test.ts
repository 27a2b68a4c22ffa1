import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { withClient } from '#server/db/client.ts'
import { openDb } from '#server/db/db.ts'
import { startCluster } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { clock } from '#test/world/clock.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './database.ts'
import { requestsSignIn } from './request-sign-in.ts'

// A separate server, because roles belong to the whole server, and what is revoked here must not be missing in other tests.
const folder = mkdtempSync(join(tmpdir(), 'kashkool-sign-in-'))
await layOldFolder()
const database = await openDatabase(readConfig({ DATA_DIR: folder }))
const owner = (sql: string) => withClient(database.owner, (client) => client.query(sql))
const asRequests = (sql: string) => withClient(database.connection, (client) => client.query(sql))

afterAll(async () => {
  await database.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

beforeEach(() => migrate(database.owner))

/** A data folder of an earlier version, in which requests only switched to the account and could not sign in as it. */
async function layOldFolder() {
  const cluster = await startCluster({ dataDir: folder, settings: { fsync: 'off' } })
  await withClient(cluster.connection('postgres'), (client) => client.query('create database kashkool'))
  const migrations = new URL('../../db/migrations/', import.meta.url)
  await withClient(cluster.connection('kashkool'), async (client) => {
    await client.query(
      'create table migrations (name text primary key, checksum text not null, applied_at timestamptz)',
    )
    for (const name of readdirSync(migrations).sort()) {
      if (!name.endsWith('.sql') || name >= '0053') continue
      const sql = readFileSync(new URL(name, migrations), 'utf8')
      await client.query(sql)
      const checksum = createHash('sha256').update(sql).digest('hex')
      await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
    }
  })
  await cluster.stop()
}

test('requests sign in as their account in a data folder of an older version, and read nothing undecided', async () => {
  const { rows } = await asRequests('select session_user, current_user, (select count(*)::int from students) as seen')
  expect(rows).toEqual([{ session_user: 'kashkool_app', current_user: 'kashkool_app', seen: 0 }])
  await expect(requestsSignIn(database)).resolves.toBeUndefined()
})

test.each([
  `set role kashkool`,
  `set session authorization kashkool`,
  `select set_config('role', 'kashkool', false)`,
  `select pg_read_file('/etc/passwd')`,
  `create role another`,
  `alter role kashkool_app superuser`,
])('no statement leads out of the account: %s', async (statement) => {
  await expect(asRequests(statement)).rejects.toMatchObject({ code: '42501' })
})

test('giving up a role that was set leads to the same account', async () => {
  const { rows } = await asRequests(`select set_config('role', 'none', false), current_user`)
  expect(rows).toMatchObject([{ current_user: 'kashkool_app' }])
})

test('without the grant the start says what to run, waits, and goes on after it', async () => {
  await owner('alter role kashkool_app nologin')
  const lines: string[] = []
  const waiting = requestsSignIn(database, { say: (line) => lines.push(line), every: 20 })
  await expect.poll(() => lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^Requests cannot sign in yet \(.*not permitted to log in\)\. Run this in the database/)
  expect(lines[0]).toContain('alter role kashkool_app login password')

  await owner('alter role kashkool_app login')
  await waiting
  expect(lines).toHaveLength(1)
})

const weakened = {
  'the account can become another': [
    'create role another; grant another to kashkool_app',
    'drop role another',
    /may become another account or manage roles/,
  ],
  'the account passes by row-level security': [
    'alter role kashkool_app bypassrls',
    'alter role kashkool_app nobypassrls',
    /may become another|does not bind/,
  ],
  'the account manages roles': [
    'alter role kashkool_app createrole',
    'alter role kashkool_app nocreaterole',
    /manage roles/,
  ],
  'a table is open': [
    'alter table students disable row level security',
    'alter table students enable row level security',
    /Row-level security does not bind "kashkool_app"/,
  ],
} as const

test.each(Object.entries(weakened))(
  'nothing starts, and nothing is ready, when %s',
  async (_, [weaken, mend, says]) => {
    const app = await appOn(database.connection)
    expect((await app.inject('/health/ready')).statusCode).toBe(200)
    await owner(weaken)
    try {
      await expect(requestsSignIn(database)).rejects.toThrow(says)
      const ready = await app.inject('/health/ready')
      expect([ready.statusCode, ready.json().checks.walled]).toEqual([503, false])
    } finally {
      await owner(mend)
    }
    expect((await app.inject('/health/ready')).statusCode).toBe(200)
  },
)

test('nothing starts, and nothing is served, over the connection of the owner', async () => {
  await expect(requestsSignIn({ connection: database.owner, pooled: false })).rejects.toThrow(
    'DATABASE_URL signs in as "kashkool", and requests must sign in as "kashkool_app"',
  )
  const signIn = { phoneNumber: '01000000001', password: 'kashkool' }
  const app = await appOn(database.owner)
  expect((await app.inject('/health/ready')).statusCode).toBe(503)
  expect((await app.inject({ method: 'POST', url: '/API/Identity/Login', payload: signIn })).statusCode).toBe(500)

  const db = openDb(database.owner, { max: 1 })
  onTestFinished(() => db.destroy())
  await expect(db.transaction().execute(async () => 'served')).rejects.toThrow('Requests are signed in as "kashkool"')
})

async function appOn(connection: pg.ClientConfig) {
  const key = Buffer.from('the key of the tests')
  const app = await buildApp({ connection, key, clock, origins: [], trustProxy: null, web: null })
  onTestFinished(() => app.close())
  return app
}
