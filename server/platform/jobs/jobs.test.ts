import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jobs } from '#contract/platform/jobs/jobs.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { importsAlone } from '#test/harness/bundles.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { renewing } from '#test/harness/renewing.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as, connection } = app
const { manager, deputy, nile, class4b } = world
const count = process.env.PROOF === 'on' ? 1000 : 300
const { sql, balance, work, renew, jobOf, settled, blockedBefore, seats, family, prepare, lay } = renewing(app, count)
const newcomer = { schoolId: nile.id, classRoomId: class4b.id, firstName: 'أنس', middleName: 'حمدي', lastName: 'سرحان' }

beforeAll(prepare)
beforeEach(lay)

describe('renewing hundreds of seats', () => {
  test('goes on by itself while one student more is added, charges each seat once, and is taken back', async () => {
    const before = await balance()
    expect(await as(manager)(studentRecords.renewalPlan, { schoolId: nile.id })).toMatchObject({ coins: count })
    const started = await renew()
    expect(started).toEqual({ done: false, changed: 0, jobId: expect.any(String) })
    const jobId = started.jobId!
    expect(await jobOf(jobId)).toMatchObject({ kind: 'renewSeats', state: 'running', students: count, progress: 0 })
    expect(await balance()).toBe(before)

    const worker = work()
    const goOn = await blockedBefore(jobId)
    const { progress } = await jobOf(jobId)
    expect(progress).toBeLessThan(count)
    expect(await seats()).toEqual({ students: count, seats: progress, entries: progress, paid: progress })
    await as(deputy)(studentRecords.add, { ...newcomer, isPaid: true })
    expect(await jobOf(jobId)).toMatchObject({ state: 'running', progress })
    await goOn()
    expect(await settled(jobId)).toMatchObject({
      state: 'ended',
      reason: null,
      progress: count,
      changed: count,
      notDone: 0,
      coins: count,
      undoable: true,
    })
    expect(await seats()).toEqual({ students: count, seats: count, entries: count, paid: count })
    expect(await balance()).toBe(before - count - 1)
    expect((await as(deputy)(jobs.list, { schoolId: nile.id }))[0]).toMatchObject({
      id: jobId,
      startedById: manager.id,
    })
    const [line] = await sql(`select person_id, operation from audit_lines where request_id = $1`, [jobId])
    expect(line).toEqual({ person_id: manager.id, operation: 'Student/RenewSeats' })

    const [one] = await sql<{ id: string }>(`select id from students where last_name = $1 order by id limit 1`, [
      family(),
    ])
    await as(manager)(studentRecords.update, { id: one!.id, firstName: 'مختلف' })
    await as(deputy)(jobs.undo, { schoolId: nile.id, jobId })
    expect(await settled(jobId)).toMatchObject({ state: 'undone', notDone: 1, undoable: false, coins: 1 })
    expect(await as(manager)(jobs.notDone, { schoolId: nile.id, jobId })).toMatchObject([
      { studentId: one!.id, reason: 'This student was changed later' },
    ])
    expect(await seats()).toMatchObject({ seats: 1, paid: 1 })
    expect(await balance()).toBe(before - 2)
    const days = await sql(
      `select distinct seat_ended_on = $1::date - 3 as same from students where last_name = $2 and not is_paid`,
      [today, family()],
    )
    expect(days).toEqual([{ same: true }])
    await expect(as(deputy)(jobs.undo, { schoolId: nile.id, jobId })).rejects.toMatchObject({
      status: 409,
      message: 'This work cannot be undone any more',
    })
    await worker.stop()
  })

  test('is the same work where all of them are chosen by name', async () => {
    const rows = await sql<{ id: string }>(`select id from students where last_name = $1`, [family()])
    const which = { schoolId: nile.id, studentIds: rows.map(({ id }) => id) }
    expect(await as(manager)(studentRecords.renewalPlan, which)).toMatchObject({ students: count, coins: count })
    const started = await as(manager)(studentRecords.renewSeats, which)
    expect(started).toEqual({ done: false, changed: 0, jobId: expect.any(String) })
    const worker = work()
    expect(await settled(started.jobId!)).toMatchObject({ changed: count, notDone: 0 })
    expect(await seats()).toEqual({ students: count, seats: count, entries: count, paid: count })
    await worker.stop()
  })

  test('is one job when two press at once', async () => {
    const pressed = await Promise.allSettled([renew(manager), renew(deputy)])
    expect(pressed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(pressed.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { status: 409, message: 'Seats of this school are being renewed already' },
    })
    const before = await balance()
    const { id } = (await as(manager)(jobs.list, { schoolId: nile.id }))[0]!
    const [first, second] = [work(), work()]
    expect(await settled(id)).toMatchObject({ state: 'ended', changed: count, coins: count })
    expect(await balance()).toBe(before - count)
    expect(await seats()).toEqual({ students: count, seats: count, entries: count, paid: count })
    await Promise.all([first.stop(), second.stop()])
  })

  test('goes on where a killed process left it', async () => {
    const before = await balance()
    const { jobId } = await renew()
    const args = [...importsAlone, JSON.stringify({ owner: connection, atOnce: 2 })]
    const child = spawn(process.execPath, args, { stdio: 'ignore' })
    await expect.poll(async () => (await jobOf(jobId!)).progress, { interval: 5 }).toBeGreaterThan(0)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await jobOf(jobId!)).toMatchObject({ state: 'running' })
    const worker = work()
    expect(await settled(jobId!)).toMatchObject({ state: 'ended', progress: count, changed: count, coins: count })
    expect(await seats()).toEqual({ students: count, seats: count, entries: count, paid: count })
    expect(await balance()).toBe(before - count)
    await worker.stop()
  })

  test('leaves out a student who left the rolls meanwhile', async () => {
    const { jobId } = await renew()
    const [gone] = await sql<{ id: string }>(
      `update students set active = false where id = (
         select student_id from job_students where job_id = $1 order by nth desc limit 1) returning id`,
      [jobId],
    )
    const worker = work()
    expect(await settled(jobId!)).toMatchObject({ changed: count - 1, notDone: 1, reason: null })
    expect(await as(manager)(jobs.notDone, { schoolId: nile.id, jobId: jobId! })).toMatchObject([
      { studentId: gone!.id, reason: 'This student is not active' },
    ])
    await worker.stop()
  })
})
