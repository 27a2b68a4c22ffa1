import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { withClient } from './client.ts'
import { CannotStart } from '#server/base/cannot-start.ts'
import { applyDefinitions, changedDefinitions, definitionsHere } from './definitions.ts'
import { isLockedByOthers } from './lost.ts'
import { restoreFirstRows } from './first-rows.ts'

const folder = new URL('./migrations/', import.meta.url)

/**
 * Migrates the database of this connection, which must be the owner's: every migration once, in order, then the functions and views
 * whose text changed, then the initial rows. Several processes may call it at once. Throws if an applied migration was changed or does not exist here.
 */
export const migrate = (connection: pg.ClientConfig): Promise<void> =>
  withClient(connection, async (client) => {
    // If two processes start at once, the second waits here until the first has finished, so no lock timeout may be set before this.
    await client.query(`select pg_advisory_lock(hashtext('kashkool migrations'))`)
    await client.query(`set lock_timeout = '2s'`)
    await client.query(`set client_min_messages = 'warning'`)
    const applied = await appliedMigrations(client)
    for (const migration of await migrationsHere(applied)) await apply(client, migration)
    await define(client)
    await inTransaction(client, () => restoreFirstRows(client))
  })

/**
 * How many migrations a database has, and the names of the missing ones and of the functions and views that differ. Waits for a migration that is under way. Changes nothing. Throws
 * CannotStart.
 */
export const pendingMigrations = (connection: pg.ClientConfig): Promise<{ applied: number; pending: string[] }> =>
  withClient(connection, async (client) => {
    await client.query(`select pg_advisory_lock_shared(hashtext('kashkool migrations'))`)
    const { rows } = await client.query<{ there: boolean }>(`select to_regclass('migrations') is not null as there`)
    const applied = rows[0]!.there ? await storedMigrations(client) : new Map<string, string>()
    const pending = [...(await migrationsHere(applied)), ...(await changedDefinitions(client, await definitionsHere()))]
    return { applied: applied.size, pending: pending.map(({ name }) => name) }
  })

async function appliedMigrations(client: pg.Client): Promise<Map<string, string>> {
  await client.query(`create table if not exists migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`)
  return storedMigrations(client)
}

async function storedMigrations(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations')
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

type Migration = { name: string; sql: string; checksum: string }

async function migrationsHere(applied: Map<string, string>): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  for (const name of applied.keys())
    if (!names.includes(name))
      throw new CannotStart(
        `The database was migrated by a newer Kashkool: ${name} is not known here. Start that version, or restore the backup made before it.`,
      )

  const migrations = await Promise.all(names.map(readMigration))
  for (const { name, checksum } of migrations)
    if (applied.has(name) && applied.get(name) !== checksum)
      throw new CannotStart(
        `Migration ${name} was changed after it was applied: this database was made by another version of Kashkool. Start that version, or begin with an empty database (another DATA_DIR).`,
      )
  return migrations.filter(({ name }) => !applied.has(name))
}

async function readMigration(name: string): Promise<Migration> {
  // Different line endings, as in a checkout on Windows, do not count as a change.
  const sql = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n')
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await patiently(client, async () => {
      await client.query(sql)
      await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
    })
  } catch (problem) {
    throw new CannotStart(
      `Migration ${name} failed: ${(problem as Error).message}. Nothing of it is stored; the version before still runs on this database.`,
      { cause: problem },
    )
  }
}

/** In one transaction, so that a start that is killed leaves the former functions and views or the new ones. */
async function define(client: pg.Client): Promise<void> {
  const all = await definitionsHere()
  const changed = await changedDefinitions(client, all)
  if (changed.length > 0) await patiently(client, () => applyDefinitions(client, changed, all))
}

/**
 * Does the work in a transaction. Running calls may have locked what it needs. It then releases all its locks, so that they can continue,
 * and tries again.
 */
async function patiently(client: pg.Client, work: () => Promise<void>, triesLeft = 30): Promise<void> {
  try {
    await inTransaction(client, work)
  } catch (problem) {
    if (!isLockedByOthers(problem) || triesLeft <= 1) throw problem
    await setTimeout(1000)
    await patiently(client, work, triesLeft - 1)
  }
}

export async function inTransaction(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
