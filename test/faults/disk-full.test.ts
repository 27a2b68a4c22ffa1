import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { Refused } from '#contract/language/caller.ts'
import { notes } from '#contract/teaching/notes/notes.ts'
import { startCluster } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { acceptSignatures } from '#server/db/signing.ts'
import { secretsOf } from '#server/base/secrets.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { testKey } from '#test/harness/ground.ts'
import { loadDemo, world } from '#test/world/world.ts'

// A file system of its own, which only root may mount: the proof runs this where that is so (vitest.config.ts).
const place = mkdtempSync(join(tmpdir(), 'kashkool-full-'))
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m,mode=0711', 'tmpfs', place])
const dataDir = join(place, 'data')
const cluster = await startCluster({ dataDir, settings: { max_wal_size: '64MB' } })
afterAll(async () => {
  await cluster.stop()
  // The sockets of what has just ended keep it busy for a moment.
  execFileSync('umount', ['--lazy', place])
  rmSync(place, { recursive: true })
})

const connection = cluster.connection('postgres')
await migrate(connection)
await acceptSignatures(connection, secretsOf(testKey))
await loadDemo(connection, today)
const { app, as } = await testApp({ connection, dataDir })
const { teacher, class4a, omar, arabic } = world

const draft = { classRoomId: class4a.id, studentId: omar.id, courseId: arabic.id, date: today, notes: 'ن'.repeat(1900) }
const refusal = (problem: unknown) => {
  if (problem instanceof Refused) return { status: problem.status, sentence: problem.message }
  throw problem
}

/** Saves until one is refused; answers that refusal and how many were stored. */
async function saveUntilRefused() {
  for (let stored = 0; stored < 2000; stored++) {
    const refused = await as(teacher)(notes.add, draft).then(() => null, refusal)
    if (refused) return { ...refused, stored }
  }
  throw new Error('Nothing was refused')
}
const storedNotes = async () => (await as(teacher).listed(notes.list, { studentId: omar.id, pageSize: 1 })).total!

/** Writes until nothing more fits. */
function fill(ballast: string) {
  for (let size = 2 ** 20; size >= 512; )
    try {
      appendFileSync(ballast, Buffer.alloc(size))
    } catch {
      size /= 2
    }
}

test('on a disk that is really full saves are refused with a sentence, reading goes on, and nothing acknowledged is lost', async () => {
  chmodSync(place, 0o711)
  const before = await storedNotes()
  fill(join(place, 'ballast'))
  const { stored, ...refused } = await saveUntilRefused()
  expect(refused).toEqual({
    status: 503,
    sentence: 'The server has no room left to store this; reading still works',
  })
  expect(await as(teacher)(identity.me, {})).toMatchObject({ user: { id: teacher.id } })
  expect(await storedNotes()).toBe(before + stored)
  expect((await app.inject('/health/ready')).json()).toMatchObject({ status: 'ready', freeMegabytes: 0 })

  rmSync(join(place, 'ballast'))
  await as(teacher)(notes.add, draft)
  expect(await storedNotes()).toBe(before + stored + 1)
})
