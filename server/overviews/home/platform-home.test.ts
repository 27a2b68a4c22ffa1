import { describe, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { platformHome } from '#contract/overviews/home/platform-home.ts'
import { paymentRequests } from '#contract/platform/payments/payments.ts'
import { platformSchools } from '#contract/platform/schools/platform-schools.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { notAllowed, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, wire, connection } = await testApp()
const { sql, giveKey } = tracesIn(connection)
const { admin, manager, supervisor, teacher, parent, newcomer, nile, delta, pending, class4a, omar } = world

const home = () => as(admin)(platformHome.get, {})

test('the home of the platform: what waits, what was taken, new schools, and which schools work with it', async () => {
  const { payments, month, newSchools, activity } = await home()
  expect(payments!.count).toBe(1)
  expect(payments!.requests).toEqual([
    expect.objectContaining({ schoolId: nile.id, approved: null, transferAmount: 150, transferCode: 'TRX-1003' }),
  ])
  expect(month).toEqual({ since: `${today.slice(0, 8)}01`, amount: 0, payments: 0, coins: 0 })
  expect(newSchools).toEqual({
    count: 1,
    schools: [expect.objectContaining({ id: pending.id, name: pending.name })],
  })
  expect(activity).toMatchObject({ since: daysFrom(today, -6), count: 2 })
  expect(activity.schools.map(({ id }) => id)).toEqual([nile.id, delta.id])
})

test('a payment is decided from what the home shows, and counts in the month then', async () => {
  const [request] = (await home()).payments!.requests
  const { transferAmount, transferDate, coinTypeId, id } = request!
  await as(admin)(paymentRequests.approve, {
    requestId: id,
    paymentAmount: transferAmount,
    paymentDate: today,
    coinTypeId: coinTypeId!,
  })
  expect(transferDate <= today).toBe(true)
  const after = await home()
  expect(after.payments).toEqual({ count: 0, requests: [] })
  expect(after.month).toEqual({ since: `${today.slice(0, 8)}01`, amount: 150, payments: 1, coins: 150 })
})

test('a register counts once, and one without marks not at all', async () => {
  const registersOf = async () => (await home()).activity.schools.find(({ id }) => id === nile.id)!.registers
  const before = await registersOf()
  const students = [{ studentId: omar.id, state: 'present' as const }]
  for (const state of ['present', 'absent'] as const)
    await as(supervisor)(attendance.save, {
      classRoomId: class4a.id,
      date: today,
      students: students.map((student) => ({ ...student, state })),
    })
  expect(await registersOf()).toBe(before + 1)
  await as(supervisor)(attendance.save, {
    classRoomId: class4a.id,
    date: today,
    students: [{ studentId: omar.id, state: null }],
  })
  expect(await registersOf()).toBe(before)
})

test('a school that was opened is new no more, also when it is closed again', async () => {
  await sql('update schools set coin_type_id = (select id from coin_types limit 1) where id = $1', [pending.id])
  await as(admin)(platformSchools.changeActivation, { schoolId: pending.id, active: true })
  await as(admin)(platformSchools.changeActivation, { schoolId: pending.id, active: false })
  expect((await home()).newSchools).toEqual({ count: 0, schools: [] })
})

describe('rights', () => {
  test('nobody without the key of the list of schools', async () => {
    for (const person of [manager, teacher, parent, newcomer])
      await expect(as(person)(platformHome.get, {})).rejects.toMatchObject(notAllowed)
    expect((await wire('Home/GetPlatformHome', {})).status).toBe(401)
  })

  test('payments are there only for those who may see them', async () => {
    await giveKey(newcomer, 'ViewSchoolActionList', null)
    const seen = await as(newcomer)(platformHome.get, {})
    expect(seen).toMatchObject({ payments: null, month: null })
    expect(seen.activity.schools.length).toBeGreaterThan(0)
    await giveKey(newcomer, 'ViewPaymentsRequests', null)
    expect(await as(newcomer)(platformHome.get, {})).toMatchObject({ payments: { count: 0 }, month: null })
  })

  test('the counts of schools are closed to calls of a school', async () => {
    const counted = `select count(*)::integer as schools from activity_of_schools('2000-01-01')`
    expect(await sql(counted)).toEqual([{ schools: 0 }])
  })
})
