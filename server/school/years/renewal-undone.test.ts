import { expect, test } from 'vitest'
import { jobs } from '#contract/platform/jobs/jobs.ts'
import { years } from '#contract/school/years/years.ts'
import { testApp } from '#test/harness/app.ts'
import { renewing } from '#test/harness/renewing.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as } = app
const { manager, nile, nileYear } = world
const { sql, work, renew, settled, prepare, lay } = renewing(app, 60)

const ofYear = { schoolYearId: nileYear.id }
const seats = () =>
  sql('select id, is_paid, seat_ended_on::text from students where school_id = $1 order by id', [nile.id])
async function renewAll() {
  const { jobId } = await renew()
  await settled(jobId!)
  return jobId!
}

test('a year that is reopened restores the seats that a renewal, undone since, had taken on', async () => {
  await prepare()
  await lay()
  work()
  await renewAll()
  const before = await seats()
  await as(manager)(years.complete, ofYear)
  const ended = await seats()
  expect(ended).not.toEqual(before)

  const jobId = await renewAll()
  await as(manager)(jobs.undo, { schoolId: nile.id, jobId })
  expect(await settled(jobId)).toMatchObject({ state: 'undone', notDone: 0 })
  expect(await seats()).toEqual(ended)
  await as(manager)(years.reopen, ofYear)
  expect(await seats()).toEqual(before)
})
