import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { operatorCall } from '#test/harness/operator-call.ts'
import { exitCodes } from './kashkool.ts'

// Kashkool is stopped: the first command starts the embedded database, and the others use it at the same time.
const dataDir = mkdtempSync(join(tmpdir(), 'kashkool-side-by-side-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 }))
const call = (args: string[], input = '') => operatorCall(args, { settings: { DATA_DIR: dataDir }, input })

test('commands that begin at once in a new folder make one database, and each is done', async () => {
  const password = 'wide-river-9\nwide-river-9\n'
  const ends = await Promise.all(
    ['01000000008', '01000000009'].map((phone) => call(['administrator', phone], password)),
  )
  for (const { code, output, errors } of ends)
    expect([code, output, errors]).toEqual([
      exitCodes.done,
      expect.stringContaining('was made; it is a platform administrator.'),
      expect.not.stringMatching(/^ +at /m),
    ])
})

test('a command that ends does not take the database away from one that began later', async () => {
  const first = call(['verify', 'audit'])
  const later = [300, 600, 900].map((after) => pause(after).then(() => call(['verify', 'audit'])))
  for (const { code, output, errors } of await Promise.all([first, ...later])) {
    expect([code, output, errors]).toEqual([
      exitCodes.done,
      expect.stringContaining('are as they were sealed'),
      expect.not.stringMatching(/^ +at /m),
    ])
  }
})
