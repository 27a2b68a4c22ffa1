import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CannotStart } from '#server/base/cannot-start.ts'
import { mustBeRecent } from '#server/run/start/database.ts'
import { emptyDatabase } from '#test/harness/database.ts'
import { withClient } from './client.ts'
import { startCluster } from './embedded.ts'
import { migrate } from './migrate.ts'

const connection = await emptyDatabase()
const owner = (sql: string) => withClient(connection, (client) => client.query(sql))

test('a database of a newer version is refused with what to do', async () => {
  await owner(`insert into migrations (name, checksum) values ('9999_of_tomorrow.sql', 'x')`)
  onTestFinished(async () => void (await owner(`delete from migrations where name like '9999%'`)))
  const refused = migrate(connection)
  await expect(refused).rejects.toThrow(
    'migrated by a newer Kashkool: 9999_of_tomorrow.sql is not known here. Start that',
  )
  await expect(refused).rejects.toBeInstanceOf(CannotStart)
})

test('a migration that fails says which and why, in a sentence, and leaves nothing', async () => {
  await owner(`delete from migrations where name = '0080_requests_sign_in.sql'`)
  await owner(`alter table migrations add constraint no_more check (name <> '0080_requests_sign_in.sql')`)
  const refused = migrate(connection)
  await expect(refused).rejects.toThrow(
    /^Migration 0080_requests_sign_in\.sql failed: .*no_more.* Nothing of it is stored/,
  )
  await expect(refused).rejects.toBeInstanceOf(CannotStart)
  await owner('alter table migrations drop constraint no_more')
  await expect(migrate(connection)).resolves.toBeUndefined()
})

test('a migration lets go of what others hold, and tries again until they are done', async () => {
  await owner(`delete from migrations where name = '0642_unique_within_the_school.sql'`)
  await withClient(connection, async (reader) => {
    await reader.query('begin; select from seats')
    const migrated = migrate(connection)
    await expect.poll(() => waiting('seats'), { interval: 50 }).toBe(1)
    await expect.poll(() => waiting('seats'), { interval: 50 }).toBe(0)
    await reader.query('commit')
    await expect(migrated).resolves.toBeUndefined()
  })
})

const waiting = async (table: string) =>
  (await owner(`select from pg_locks where not granted and relation = '${table}'::regclass`)).rowCount

test('data made by another PostgreSQL are refused with both versions', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kashkool-version-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 }))
  const options = { dataDir, settings: { fsync: 'off' } }
  await (await startCluster(options)).stop()
  const file = join(dataDir, 'postgres', 'PG_VERSION')
  const made = readFileSync(file, 'utf8')
  writeFileSync(file, '12\n')
  await expect(startCluster(options)).rejects.toThrow(
    /were made by PostgreSQL 12, and this Kashkool brings PostgreSQL \d/,
  )
  writeFileSync(file, made)
  await (await startCluster(options)).stop()
})

test('a server older than row-level security can be trusted with is refused', () => {
  expect(() => mustBeRecent('150008')).toThrow('is PostgreSQL 15.8; Kashkool needs 15.9 or later.')
  expect(() => mustBeRecent('150009')).not.toThrow()
})
