import { beforeAll, beforeEach, expect, test } from 'vitest'
import { jobs } from '#contract/platform/jobs/jobs.ts'
import { testApp } from '#test/harness/app.ts'
import { renewing } from '#test/harness/renewing.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as } = app
const { deputy, manager, nile, nileYear } = world
const count = 300
const { sql, balance, given, work, renew, jobOf, settled, seats, prepare, lay } = renewing(app, count)

beforeAll(prepare)
beforeEach(lay)

test.each([
  [
    'the coins are spent',
    async () => given(-(await balance()) - 50),
    'There are not enough coins to renew these seats',
  ],
  [
    'the year is completed',
    () => sql('update school_years set active = false where id = $1', [nileYear.id]),
    'The current school year changed meanwhile',
  ],
  [
    'somebody ends it',
    (jobId: string) => as(manager)(jobs.end, { schoolId: nile.id, jobId }),
    'This work was ended by hand',
  ],
  [
    'the starter may renew no more, though start other work',
    async () => {
      await sql('delete from user_roles where user_id = $1 and school_id = $2', [deputy.id, nile.id])
      await tracesIn(app.connection).giveKey(deputy, 'AddNote', nile)
      await tracesIn(app.connection).giveKey(deputy, 'UpdateStudentInfo', nile)
    },
    'The person who started this may no longer do it',
  ],
])(
  'ends at the next portion when %s, and says so',
  async (_, happens, reason) => {
    const before = await balance()
    const { jobId } = await renew(deputy)
    const worker = work(40)
    await expect.poll(async () => (await jobOf(jobId!)).progress).toBeGreaterThan(0)
    await worker.stop()
    const { progress } = await jobOf(jobId!)
    await happens(jobId!)
    const spent = (await balance()) - before + progress
    const next = work(40)
    expect(await settled(jobId!)).toMatchObject({
      state: 'ended',
      reason,
      changed: progress,
      coins: progress,
      notDone: count - progress,
    })
    expect((await as(manager)(jobs.notDone, { schoolId: nile.id, jobId: jobId! }))[0]).toMatchObject({
      reason: 'The work ended before this student',
    })
    expect(await balance()).toBe(before - progress + spent)
    await next.stop()
    await sql('update school_years set active = true where id = $1', [nileYear.id])
    if (spent !== 0) await given(-spent)
  },
  120_000,
)

test('a renewal that somebody ended gives every coin back when it is undone', async () => {
  const before = await balance()
  const { jobId } = await renew()
  const worker = work(40)
  await expect.poll(async () => (await jobOf(jobId!)).progress).toBeGreaterThan(0)
  await worker.stop()
  await as(manager)(jobs.end, { schoolId: nile.id, jobId: jobId! })
  const next = work(40)
  const { changed } = await settled(jobId!)
  expect(changed).toBeGreaterThan(0)
  expect(await balance()).toBe(before - changed)

  await as(manager)(jobs.undo, { schoolId: nile.id, jobId: jobId! })
  expect(await settled(jobId!)).toMatchObject({
    state: 'undone',
    reason: null,
    progress: changed,
    notDone: 0,
    coins: 0,
  })
  expect(await balance()).toBe(before)
  expect(await seats()).toMatchObject({ seats: 0, paid: 0 })
  await next.stop()
})
