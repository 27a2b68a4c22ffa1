import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { withClient } from '#server/db/client.ts'
import { emptyDatabase } from '#test/harness/database.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './database.ts'

const connection = await emptyDatabase()

test('a connection that is lost fails the work on it, and not the process', async () => {
  const work = withClient(connection, async (client) => {
    const gone = new Promise((end) => client.once('end', () => end(null)))
    const { rows } = await client.query('select pg_backend_pid() as pid')
    await withClient(connection, (other) => other.query('select pg_terminate_backend($1)', [rows[0].pid]))
    await gone
    return client.query('select 1')
  })
  await expect(work).rejects.toThrow()
})

test('the operator works beside a Kashkool that runs on the embedded database, and starts it where none does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kashkool-beside-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  const config = readConfig({ DATA_DIR: folder })
  const running = await openDatabase(config)
  onTestFinished(() => running.stop())
  await expect(openDatabase(config)).rejects.toThrow('Another Kashkool is using the data')

  const beside = await openDatabase(config, { beside: true })
  await withClient(beside.owner, (client) => client.query('create table written_beside as select 42 as n'))
  await beside.stop()
  const read = (owner: typeof beside.owner) =>
    withClient(owner, async (client) => (await client.query('select n from written_beside')).rows)
  expect(await read(running.owner)).toEqual([{ n: 42 }])

  await running.stop()
  const alone = await openDatabase(config, { beside: true })
  onTestFinished(() => alone.stop())
  expect(await read(alone.owner)).toEqual([{ n: 42 }])
})
