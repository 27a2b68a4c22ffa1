import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '#server/db/client.ts'
import { startCluster } from '#server/db/embedded.ts'
import { operatorCall } from '#test/harness/operator-call.ts'
import { exitCodes } from './kashkool.ts'

const place = mkdtempSync(join(tmpdir(), 'kashkool-restored-access-'))
chmodSync(place, 0o711)
afterAll(() => rmSync(place, { recursive: true, force: true, maxRetries: 10 }))
const dataDir = join(place, 'data')
const phone = '01000000009'
const settings = { DATA_DIR: dataDir, BACKUP_DIR: join(place, 'backups'), BACKUP_KEY: 'k'.repeat(32) }
const password = 'wide-river-9\nwide-river-9\n'

async function done(args: string[], input = '') {
  const { code, output, errors } = await operatorCall(args, { settings, input })
  expect([code, errors]).toEqual([exitCodes.done, expect.not.stringMatching(/^ +at /m)])
  return output
}

/** Works with the stopped database of a folder. */
async function inDatabase<T>(folder: string, sql: string, archives = false): Promise<T> {
  const cluster = await startCluster({ dataDir: folder, named: true, archives })
  try {
    return await withClient(cluster.connection('kashkool'), async (client) => (await client.query(sql)).rows[0])
  } finally {
    await cluster.stop()
  }
}
const opened = `with person as (select id from users where phone_number = '${phone}'),
    session as (insert into sessions (id, token_hash, user_id) select gen_random_uuid(), sha256('stolen'), id from person),
    device as (insert into known_devices (user_id, device_hash) select id, sha256('device') from person)
  select 1`
const access = `select (select count(*)::int from sessions) as sessions, (select count(*)::int from known_devices) as devices,
  (select count(*)::int from audit_lines where operation = 'operator ends sessions') as lines`

let moment: Date
beforeAll(async () => {
  await done(['administrator', phone], password)
  await done(['backup'])
  await inDatabase(dataDir, opened, true)
  moment = (await inDatabase<{ at: Date }>(dataDir, 'select clock_timestamp() as at', true)).at
  await pause(50)
  await done(['end-sessions', phone])
  await done(['number-lost', phone])
})

test('a restore to a moment before a theft was answered signs everybody out, and lists what it takes back', async () => {
  const output = await done(['restore', '--at', moment.toISOString()])
  expect(output).toContain('Everybody is signed out on every device (1 session ended); no device counts as known.')
  expect(output).toContain('undone by this restore; do it again where it should last:')
  expect(output).toMatch(new RegExp(`^  \\S+Z  The operator ended sessions: ${phone}$`, 'm'))
  expect(output).toMatch(new RegExp(`^  \\S+Z  The operator reported a number as no longer theirs: ${phone}$`, 'm'))
  expect(await inDatabase(dataDir, access, true)).toEqual({ sessions: 0, devices: 0, lines: 1 })
})

test('sessions are kept only where the operator says so, and the output says what that means', async () => {
  const beside = join(place, 'beside')
  const output = await done(['restore', '--at', moment.toISOString(), '--into', beside, '--keep-sessions'])
  expect(output).toContain('are valid again, also those that were ended after it.')
  expect(await inDatabase(beside, access)).toEqual({ sessions: 1, devices: 1, lines: 0 })
})

test('without a later audit the restore says that it cannot list what was withdrawn', async () => {
  rmSync(dataDir, { recursive: true, force: true })
  const output = await done(['restore', '--at', moment.toISOString()])
  expect(output).toContain('are not known: there is no database with a later audit.')
  expect(await inDatabase(dataDir, access)).toMatchObject({ sessions: 0, devices: 0 })
})
