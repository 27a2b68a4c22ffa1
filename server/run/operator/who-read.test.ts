import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { operator } from '#test/harness/bundles.ts'
import { testDatabase, urlOf } from '#test/harness/database.ts'
import { exitCodes } from './kashkool.ts'

const connection = await testDatabase()
const url = urlOf(connection)

test('a list whose reader has enough ends without a word', async () => {
  const child = spawn(process.execPath, [...operator, 'who-read', '--from', '2026-11-10', '--to', '2026-11-11'], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, MIGRATE_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // As `head` does.
  child.stdout.destroy()
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (part: string) => (errors += part))
  const [code] = (await once(child, 'close')) as [number]
  expect([code, errors]).toEqual([exitCodes.outputClosed, ''])
})
